import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, devices, type Page } from 'playwright-core'
import { parseAbi, parseEther } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChain, startChain } from '../../server/test/chain.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { deployPasskeyContracts } from '../../server/test/passkeys.ts'
import { audit, eventually, see, setTheme, startWeb } from './harness.ts'

/** The device's own authenticator, which says yes. */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/** A service with accounts by passkey. A passkey belongs to a name, so the page is at `localhost`. */
async function startWithPasskeys() {
  const chain = await startChain()
  await deployPasskeyContracts(chain)
  const { RPC_URLS, TOKENS } = chain.env
  const web = await startWeb({ env: { RPC_URLS, TOKENS, PASSKEY_CHAIN_ID: String(chain.chainId) } })
  const at = (path: string) => web.url(path).replace('127.0.0.1', 'localhost')
  return { chain, web, at }
}

/** A browser without any wallet. */
async function openBare(web: Awaited<ReturnType<typeof startWeb>>) {
  const { context: used } = await web.open('/nowhere')
  const context = await used.browser()?.newContext({ locale: 'en-GB' })
  if (context === undefined) throw new Error('There is no browser.')
  onTestFinished(() => context.close())
  return context
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(!hasChain)('a passkey', () => {
  test('leads from nobody to an accepted place with three clicks, is found again, and gets a second owner', async () => {
    const { chain, web, at } = await startWithPasskeys()
    const giver = web.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const context = await openBare(web)
    const page = await context.newPage()
    const { devtools, authenticatorId } = await addAuthenticator(context, page)
    await page.goto(at(`/quests/${id}`))

    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await see(page.getByText('A lost passkey is a lost account until you add another.'))
    expect(await audit(page)).toEqual([])
    await button(page, 'Continue with a passkey').click()
    await page.getByRole('main').getByRole('button', { name: 'Take a place' }).click()
    await see(page.getByText('The place is yours. Good work!'))
    await see(page.getByText('A lost passkey is a lost account until you add another.'))
    const [place] = (await web.visitor.quests.get(id)).farmers
    expect(place).toMatchObject({ status: 'accepted' })
    const address = place?.address as `0x${string}`
    expect(await chain.client.getCode({ address })).toBeUndefined()

    // Another device has the passkey, and knows nothing else of it.
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
    const other = await (await web.open('/nowhere', { chain })).context
    const there = await other.newPage()
    const second = await addAuthenticator(other, there)
    for (const credential of credentials)
      await second.devtools.send('WebAuthn.addCredential', {
        authenticatorId: second.authenticatorId,
        credential,
      })
    await there.goto(at('/profile'))
    await there.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await button(there, 'I have a passkey of this site already').click()
    await see(there.getByRole('heading', { name: 'Your passkey' }))
    expect(await audit(there)).toEqual([])

    // A wallet of that browser becomes an owner: it makes the account, and pays the gas.
    const owner = (await there.evaluate(async () => {
      const accounts = await (
        window as unknown as { askTestWallet: (asked: object) => Promise<{ result: string[] }> }
      ).askTestWallet({ method: 'eth_accounts' })
      return accounts.result[0]
    })) as `0x${string}`
    await chain.client.setBalance({ address: owner, value: parseEther('1') })
    await button(there, 'Add Barn Wallet').click()
    await see(there.getByText('A wallet is another owner of your account.'))
    const abi = parseAbi(['function isOwner(address) view returns (bool)'])
    expect(await chain.client.readContract({ abi, address, functionName: 'isOwner', args: [owner] })).toBe(
      true,
    )

    // The first device does not know that the account is made, and finds out.
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await button(page, 'Continue with a passkey').click()
    await see(page.getByRole('banner').getByRole('button', { name: 'Sign out' }))
    await see(page.getByRole('main').getByRole('button', { name: 'Hand in' }))
    await eventually(() => page.getByText('A lost passkey is a lost account').count(), 0)
  })

  test('that its owner does not confirm is a sentence, and one may try again', async () => {
    const { web, at } = await startWithPasskeys()
    const context = await openBare(web)
    const page = await context.newPage()
    const { devtools, authenticatorId } = await addAuthenticator(context, page)
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.goto(at('/quests'))
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await button(page, 'Continue with a passkey').click()
    await see(page.getByRole('alert').getByText('The passkey was not used. Nothing happened.'))
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await button(page, 'Continue with a passkey').click()
    await see(page.getByRole('banner').getByRole('button', { name: 'Sign out' }))
  })

  test('comes before the wallets’ browsers on a phone without a wallet, from which one comes back to the page', async () => {
    const { web, at } = await startWithPasskeys()
    const { id } = await web.user().furrow.quests.post(sampleQuest)
    const { context: used } = await web.open('/nowhere')
    const context = await used.browser()?.newContext({
      ...devices['Pixel 7'],
      viewport: { width: 375, height: 667 },
      locale: 'en-GB',
    })
    if (context === undefined) throw new Error('There is no browser.')
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await addAuthenticator(context, page)
    const signIn = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
    await page.goto(at(`/quests/${id}`))
    await signIn.click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    const link = dialog.getByRole('link', { name: 'Open in MetaMask' })
    await see(link)
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
    }
    const own = button(page, 'I have a passkey of this site already')
    const tops = [button(page, 'Continue with a passkey'), own, link].map(
      async one => (await one.boundingBox())?.y,
    )
    const [first = 0, second = 0, third = 0] = await Promise.all(tops)
    expect([first < second, second < third, third < 667]).toEqual([true, true, true])

    // The wallet's own page stands in for its app, which takes the address of this one.
    await page.route('https://metamask.app.link/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<h1>An app</h1>' }),
    )
    await link.click()
    await see(page.getByRole('heading', { name: 'An app' }))
    expect(page.url()).toMatch(new RegExp(`/dapp/localhost:\\d+/quests/${id}$`))
    await page.goBack()
    await see(page.getByRole('heading', { level: 1, name: sampleQuest.title }))
    await signIn.click()
    await button(page, 'Continue with a passkey').click()
    await see(page.getByRole('banner').getByRole('button', { name: 'Sign out' }))
  })
})

test('where no chain is named for passkeys, none is offered', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await see(page.getByRole('dialog').getByRole('button', { name: 'Barn Wallet' }))
  expect(await button(page, 'Continue with a passkey').count()).toBe(0)
})

test('the code of passkeys comes when it is asked for, and is at most 40 kB', () => {
  const assets = join(import.meta.dirname, '../dist/assets')
  const read = (file: string) => readFileSync(join(assets, file), 'utf8')
  const [first = ''] = readdirSync(assets).filter(file => /^passkeys-.*\.js$/.test(file))
  const asked = [...read(first).matchAll(/from"\.\/([^"]+)"/g)].map(([, file = '']) => file)
  // Every page has the others.
  const own = [first, ...asked.filter(file => !/^(base|language|parts)-/.test(file))]
  const size = own.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
  expect(size).toBeLessThanOrEqual(40_000)
})
