import { text } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import { getAddress, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { safeChecksum } from '../../sdk/src/safe.ts'
import { hasChain, startChain } from '../../server/test/chain.ts'
import { sampleQuest, type User } from '../../server/test/harness.ts'
import { transfer, unit } from '../../server/test/payments.ts'
import { audit, eventually, see, seeNot, seePage, startWeb, type WebHarness } from './harness.ts'

/** The ledger, with a chain beside it where payments can be seen. */
async function startPaying(more: Record<string, string> = {}) {
  const chain = await startChain()
  const { RPC_URLS, TOKENS } = chain.env
  const web = await startWeb({ env: { RPC_URLS, TOKENS, ...more } })
  const [giver, farmer] = [web.user(), web.user()]
  await chain.client.setBalance({ address: giver.account.address, value: parseEther('100') })
  await chain.mint(giver.account, 1_000n * unit)
  return { chain, web, giver, farmer }
}

async function handIn(giver: User, farmer: User, change: object = {}): Promise<string> {
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...change })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  return id
}

/** Counts the clicks on the page itself; the wallet's own are its owner's. */
function clicker(page: Page) {
  let clicks = 0
  return {
    count: () => clicks,
    async click(name: string, within = page.locator('body')) {
      clicks++
      await within.getByRole('button', { name, exact: true }).click()
    },
  }
}

/** Goes from stop to stop until it is at what is wanted. */
function keyboardOf(page: Page) {
  async function reach(wanted: Locator): Promise<void> {
    await see(wanted)
    for (let stop = 0; stop < 120; stop++) {
      if (await wanted.evaluate(element => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('The keyboard does not lead there.')
  }
  return {
    async press(name: string, within = page.getByRole('main')) {
      await reach(within.getByRole('button', { name, exact: true }))
      await page.keyboard.press('Enter')
    },
    async write(label: string, words: string) {
      await reach(page.getByLabel(label, { exact: true }))
      await page.keyboard.type(words)
    },
  }
}

async function paymentOf(web: WebHarness, id: string) {
  const [place] = (await web.visitor.quests.get(id)).farmers
  return place?.payment
}

describe.skipIf(!hasChain)('paying on the ledger rail', () => {
  test('a giver approves and pays with three clicks, and the page follows the payment to its end', async () => {
    const { chain, web, giver, farmer } = await startPaying()
    const id = await handIn(giver, farmer)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    wallet.goElsewhere()
    const { click, count } = clicker(page)
    await click('Approve and release now')
    await click('Approve and release now', page.getByRole('dialog'))
    await click('Pay now')
    await see(page.getByText('The giver paid it, as the chain shows.'))
    expect(count()).toBe(3)
    expect(wallet.asked).toEqual(['wallet_switchEthereumChain', 'eth_sendTransaction'])
    expect(await chain.balanceOf(farmer.account.address)).toBe(100n * unit)
    expect(await paymentOf(web, id)).toMatchObject({ status: 'paid', payer: giver.account.address })
    await seeNot(page.getByRole('button', { name: 'Pay now' }))
  })

  test('the keyboard alone posts, takes, hands in, approves and pays', async () => {
    const { chain, web, giver, farmer } = await startPaying()
    const { page } = await web.open('/quests/new', { as: giver, chain })
    const giverKeys = keyboardOf(page)
    await giverKeys.write('Title', 'Mend the gate')
    await giverKeys.write('Description', 'It should close.')
    await giverKeys.write('Category', 'maintenance')
    await giverKeys.press('Go on to the reward')
    await giverKeys.write('Reward for each farmer', '100')
    await giverKeys.press('Go on to the proof')
    await giverKeys.press('Post the quest')
    await seePage(page, 'Mend the gate')
    const [quest] = (await web.visitor.quests.list({})).items

    const { page: farmers } = await web.open(`/quests/${quest?.id}`, { as: farmer })
    const farmerKeys = keyboardOf(farmers)
    await farmerKeys.press('Take a place')
    await see(farmers.getByText('The place is yours. Good work!'))
    await farmerKeys.press('Hand in')
    await farmerKeys.write('Note', 'It closes now.')
    await farmerKeys.press('Hand in', farmers.getByRole('dialog'))
    await see(farmers.getByText('Your work is in review.'))

    await page.reload()
    await giverKeys.press('Approve and release now')
    await giverKeys.press('Approve and release now', page.getByRole('dialog'))
    await giverKeys.press('Pay now')
    await see(page.getByText('The giver paid it, as the chain shows.'))
    expect(await chain.balanceOf(farmer.account.address)).toBe(100n * unit)
  })

  test('coin is paid as well, and a wallet that declines has paid nothing', async () => {
    const { chain, web, giver, farmer } = await startPaying()
    const id = await handIn(giver, farmer, { reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' })
    await giver.furrow.quests.approve(id, farmer.address)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain, size: 'phone' })
    wallet.decline(true)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await see(page.getByText('You declined in your wallet. Nothing happened.'))
    expect(await paymentOf(web, id)).toMatchObject({ status: 'recorded' })
    wallet.decline(false)
    await page.getByRole('button', { name: 'Pay now' }).click()
    await eventually(async () => (await paymentOf(web, id))?.status, 'paid')
    expect(await chain.client.getBalance({ address: farmer.account.address })).toBe(parseEther('2'))
  })

  test('a tip is paid by the wallet, once, as the chain shows', async () => {
    const { chain, web, giver, farmer } = await startPaying()
    const id = await handIn(giver, farmer)
    await giver.furrow.quests.approve(id, farmer.address)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await page.getByRole('link', { name: 'Tip this work' }).click()
    expect(await page.getByLabel('Token').locator('option').allTextContents()).toEqual(['USDC', 'ETH'])
    await page.getByLabel('Amount').fill('5')
    await page.getByRole('button', { name: 'Promise a tip' }).click()
    await see(page.getByRole('button', { name: 'Pay now' }))
    await page.getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('link', { name: 'Pay the thanks that you promised' }).click()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await eventually(
      async () =>
        (await web.visitor.thanks.list({ address: farmer.address })).items.map(({ status }) => status),
      ['paid'],
    )
    await seeNot(page.getByRole('button', { name: 'Pay now' }))
    expect(wallet.asked.filter(method => method === 'eth_sendTransaction')).toHaveLength(1)
    expect(await chain.balanceOf(farmer.account.address)).toBe(5n * unit)
  })

  test('several works are paid by one question to a wallet that can, each of them once', async () => {
    const { chain, web, giver, farmer } = await startPaying()
    const second = web.user()
    const id = await handIn(giver, farmer, { maxFarmers: 2 })
    await second.furrow.quests.accept(id)
    await second.furrow.quests.submit(id, { note: 'done' })
    for (const { address } of [farmer, second]) await giver.furrow.quests.approve(id, address)
    const { page, wallet } = await web.open('/tasks', { as: giver, chain })
    wallet.sendTogether()
    await page.goto(web.url(`/quests/${id}`))
    await page.getByRole('button', { name: 'Pay all 2 at once' }).click()
    await see(page.getByText('The giver paid it, as the chain shows.'))
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    for (const { account } of [farmer, second])
      expect(await chain.balanceOf(account.address)).toBe(100n * unit)
    const { farmers } = await web.visitor.quests.get(id)
    expect(farmers.map(({ payment }) => payment?.status)).toEqual(['paid', 'paid'])
  })

  test('a payment on its way is followed after a reload, and is not asked for again', async () => {
    const { chain, web, giver, farmer } = await startPaying({ PAYMENT_CONFIRMATIONS: '2' })
    const id = await handIn(giver, farmer)
    await giver.furrow.quests.approve(id, farmer.address)
    const { page } = await web.open(`/quests/${id}`, { as: giver, chain })
    await page.getByRole('button', { name: 'Pay now' }).click()
    await see(page.getByText('Payment being confirmed'))
    await page.reload()
    await see(page.getByText('Payment being confirmed'))
    await chain.client.mine({ blocks: 2 })
    web.clock.advance(60_000)
    await web.runDue()
    await see(page.getByText('The giver paid it, as the chain shows.'))
    expect(await chain.balanceOf(farmer.account.address)).toBe(100n * unit)
  })
})

describe('paying where the service sees no chain', () => {
  test('the giver is shown whom to pay and what, says so, and the farmer confirms it', async () => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const id = await handIn(giver, farmer)
    await giver.furrow.quests.approve(id, farmer.address)
    const { page } = await web.open(`/quests/${id}`, { as: giver })
    await page.getByRole('button', { name: 'How to pay' }).click()
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText(farmer.account.address))
    await see(dialog.getByRole('img', { name: /QR code/ }))
    const link = dialog.getByRole('link', { name: 'Open it in a wallet' })
    expect(await link.getAttribute('href')).toBe(`ethereum:${farmer.account.address}`)
    expect(await audit(page)).toEqual([])
    await dialog.getByRole('button', { name: 'I have paid' }).click()
    await see(page.getByText('You said that you have paid. The farmer is asked whether it came.'))

    const other = await web.open(`/quests/${id}`, { as: farmer, size: 'phone' })
    await other.page.getByRole('button', { name: 'Not received' }).click()
    await see(other.page.getByText('You said that you did not receive it.'))
    await see(page.getByRole('button', { name: 'How to pay' }))
    await page.getByRole('button', { name: 'How to pay' }).click()
    await dialog.getByLabel('Transaction, if you like').fill(`0x${'ab'.repeat(32)}`)
    await dialog.getByRole('button', { name: 'I have paid' }).click()
    await other.page.reload()
    await see(other.page.getByText('by transaction 0xabab…abab.'))
    await other.page.getByRole('button', { name: 'Received', exact: true }).click()
    await see(other.page.getByText('You were paid for this quest.'))
    await see(page.getByText('Paid, the farmer says'))
    expect(await paymentOf(web, id)).toMatchObject({ status: 'recorded', settledBy: 'farmer' })
  })
})

describe.skipIf(!hasChain)('paying all that is due', () => {
  /** Two works of two quests, of one farmer each. */
  async function startDue(more: Record<string, string> = {}) {
    const started = await startPaying(more)
    const { web, giver, farmer } = started
    const second = web.user()
    const first = await handIn(giver, farmer, { title: 'The gate' })
    const other = await handIn(giver, second, { title: 'The fence', rewardAmount: 2.5, reward: '2.5 USDC' })
    await giver.furrow.quests.approve(first, farmer.address)
    await giver.furrow.quests.approve(other, second.address)
    return { ...started, second, first, other }
  }

  test('works of several quests are paid by one question to a wallet that can, each of them once', async () => {
    const { chain, web, giver, farmer, second, first, other } = await startDue()
    const { page, wallet } = await web.open('/tasks', { as: giver, chain })
    wallet.sendTogether()
    await page.getByRole('link', { name: 'Pay what is due' }).click()
    await seePage(page, 'Pay what is due')
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay all 2 at once' }).click()
    await see(page.getByText('You owe nothing.'))
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    expect(await chain.balanceOf(farmer.account.address)).toBe(100n * unit)
    expect(await chain.balanceOf(second.account.address)).toBe((5n * unit) / 2n)
    for (const id of [first, other]) expect(await paymentOf(web, id)).toMatchObject({ status: 'paid' })
  })

  test('a Safe has files for it, and its transaction is shown for each of the chosen works', async () => {
    const { chain, web, giver, farmer, second, first } = await startDue()
    const { page } = await web.open('/pay', { as: giver, chain, size: 'phone' })
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      return text(await download.createReadStream())
    }
    await page.getByRole('checkbox', { name: 'Pay “The fence”' }).uncheck()
    expect(JSON.parse(await save('Download for Safe (JSON)')).transactions).toHaveLength(1)
    await page.getByRole('checkbox', { name: 'Pay “The fence”' }).check()
    const batch = JSON.parse(await save('Download for Safe (JSON)'))
    const { checksum, ...meta } = batch.meta
    expect(safeChecksum({ ...batch, meta })).toBe(checksum)
    expect(batch).toMatchObject({ chainId: '31337', transactions: [{ value: '0' }, { value: '0' }] })
    const token = getAddress(chain.token)
    expect((await save('Download for Safe’s airdrop (CSV)')).trim().split('\n').slice(1).toSorted()).toEqual(
      [
        `erc20,${token},${farmer.account.address},100,`,
        `erc20,${token},${second.account.address},2.5,`,
      ].toSorted(),
    )

    const hash = await transfer(chain, giver, farmer.account.address, 100n * unit)
    await page.getByLabel('Transaction hash').fill(hash)
    await page.getByRole('button', { name: 'Show it for the chosen works' }).click()
    await see(page.getByText('The gate: Paid, as the chain shows.'))
    await see(page.getByText(/The fence: .*it moves no USDC to/))
    await seeNot(page.getByRole('checkbox', { name: 'Pay “The gate”' }))
    await see(page.getByRole('checkbox', { name: 'Pay “The fence”' }))
    expect(await paymentOf(web, first)).toMatchObject({ status: 'paid', txHash: hash })
    expect(await audit(page)).toEqual([])
  })
})
