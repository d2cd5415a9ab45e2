import { devices, type Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWallet } from '../../server/test/harness.ts'
import { audit, eventually, everySize, see, seeNot, seePage, startWeb } from './harness.ts'

const signInButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign in' })
const signOutButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign out' })
const chooseWallet = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Barn Wallet' })

async function signIn(page: Page): Promise<void> {
  await signInButton(page).click()
  await chooseWallet(page).click()
  await see(signOutButton(page))
}

describe.each(everySize)('on a %s', size => {
  test('a wallet is listed with its name, signs in, and the session outlives a reload', async () => {
    const web = await startWeb()
    const { page, wallet } = await web.open('/quests', { size })
    await signInButton(page).click()
    await see(page.getByRole('dialog', { name: 'Sign in' }).locator('img'))
    await chooseWallet(page).click()
    await see(signOutButton(page))
    await seeNot(page.getByRole('dialog'))
    await see(page.getByTitle(wallet.owner.account.address))
    await page.reload()
    await see(signOutButton(page))
    await signOutButton(page).click()
    await see(signInButton(page))
    await page.reload()
    await see(signInButton(page))
  })

  test('a refused signature is a sentence, and one may try again', async () => {
    const web = await startWeb()
    const { page, wallet } = await web.open('/quests', { size })
    wallet.decline(true)
    await signInButton(page).click()
    await chooseWallet(page).click()
    await see(page.getByRole('alert').getByText('You declined in your wallet. Nothing happened.'))
    wallet.decline(false)
    await chooseWallet(page).click()
    await see(signOutButton(page))
  })
})

test('signing out ends the session at the service, and another one is ended from the profile', async () => {
  const web = await startWeb()
  const tokenOf = (page: Page): Promise<string> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('furrow.session') ?? '{}').token)
  const statusOf = async (token: string) => (await web.send('GET', '/mail', { token })).status
  const { page, wallet } = await web.open('/quests')
  await signIn(page)
  const first = await tokenOf(page)
  expect(await statusOf(first)).toBe(200)
  await signOutButton(page).click()
  await see(signInButton(page))
  await eventually(() => statusOf(first), 401)

  const elsewhere = await web.signIn(wallet.owner)
  await signIn(page)
  await page.goto(new URL('/profile', page.url()).href)
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your sessions' }) })
  await see(card.getByText('This session'))
  await card.getByRole('button', { name: 'End the session' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'End the session' })
    .click()
  await see(page.getByText('That session is ended.'))
  expect([await statusOf(elsewhere.token), await statusOf(await tokenOf(page))]).toEqual([401, 200])
})

test('with beta codes the code is asked first, and a wrong one lets nobody in', async () => {
  const web = await startWeb({ env: { BETA_CODES: 'barley' } })
  const { page } = await web.open('/quests')
  await signInButton(page).click()
  await see(page.getByRole('dialog', { name: 'A beta code, please' }))
  await page.getByRole('textbox', { name: 'Beta code' }).fill('oats')
  await page.getByRole('button', { name: 'Continue' }).click()
  await see(page.getByText('This code is not valid.'))
  expect(await chooseWallet(page).count()).toBe(0)
  await page.getByRole('textbox', { name: 'Beta code' }).fill('barley')
  await page.getByRole('button', { name: 'Continue' }).click()
  await chooseWallet(page).click()
  await see(signOutButton(page))
})

test('a wallet that switches to another account ends the session, and says so', async () => {
  const web = await startWeb()
  const { page, wallet } = await web.open('/quests')
  await signIn(page)
  // The page listens to the wallet a moment after the session began.
  const other = createWallet()
  await expect
    .poll(
      async () => {
        await wallet.switchTo(other)
        return signInButton(page).isVisible()
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe(true)
  await see(page.getByText('Your wallet switched to another account.'))
  await signIn(page)
  await see(page.getByTitle(other.account.address))
})

test('a session that is over says so, and the page stays', async () => {
  const web = await startWeb()
  const user = web.user()
  const { page } = await web.open('/mail', { as: user })
  await see(page.getByRole('heading', { name: 'Mail', level: 1 }))
  await see(signOutButton(page))
  web.clock.advance(25 * 60 * 60 * 1_000)
  // The message goes by itself after a while, and a slow machine may take that long to load the whole page.
  await page.reload({ waitUntil: 'commit' })
  await see(page.getByText('Your session is over. Sign in again to go on.'))
  await see(page.getByText('Sign in to read your mail.'))
  await signIn(page)
  await seeNot(page.getByText('Sign in to read your mail.'))
})

test('a page that needs a session invites, and goes on after the sign-in', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests/new')
  await page.getByRole('main').getByRole('button', { name: 'Sign in with your wallet' }).click()
  await chooseWallet(page).click()
  await see(page.getByLabel('Title'))
})

test('everything can be reached with the keyboard alone', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await seePage(page, 'Quests')
  await page.keyboard.press('Tab')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Skip to the content')
  await signInButton(page).focus()
  await page.keyboard.press('Enter')
  await see(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await seeNot(page.getByRole('dialog'))
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), 'Sign in')
})

test('a phone without a wallet is led into a wallet’s own browser, at this page', async () => {
  const web = await startWeb()
  const { context } = await web.open('/')
  const phone = await context.browser()?.newContext({ ...devices['Pixel 7'], locale: 'en-GB' })
  if (phone === undefined) throw new Error('There is no browser.')
  onTestFinished(() => phone.close())
  const page = await phone.newPage()
  const here = web.url('/quests?skill=gates')
  await page.goto(here)
  await signInButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await see(dialog.getByText('Open this page in your wallet’s own browser'))
  const links = await dialog
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll(all => all.map(link => [link.textContent, link.getAttribute('href')]))
  const encoded = encodeURIComponent(here)
  expect(links).toEqual([
    ['Open in MetaMask', `https://metamask.app.link/dapp/${here.replace('http://', '')}`],
    ['Open in Coinbase Wallet', `https://go.cb-w.com/dapp?cb_url=${encoded}`],
    ['Open in Rainbow', `https://rnbwapp.com/dapp?url=${encoded}`],
    ['Open in Trust Wallet', `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
  ])
  expect(await audit(page)).toEqual([])
})
