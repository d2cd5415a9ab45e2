import { oneJudgeCourtAbi } from '@furrow/contracts/testing'
import type { Page } from 'playwright-core'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { toAddress } from '../../server/src/ground/address.ts'
import { day } from '../../server/src/ground/clock.ts'
import { hasChain } from '../../server/test/chain.ts'
import { eventually, see, seeNot } from './harness.ts'
import { draft, ether, startOnChain } from './on-chain.ts'

type Started = Awaited<ReturnType<typeof startOnChain>>

/** A quest with its deposit in the second contract, and a farmer in it who can pay for gas. */
async function startQuest({ chain, web }: Started, maxFarmers = 1) {
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...draft, maxFarmers })
  await chain.fund(giver.account, id, 2n * ether, maxFarmers)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  await chain.client.setBalance({ address: farmer.account.address, value: ether })
  const first = async () => (await web.visitor.quests.get(id)).farmers[0]
  const handIn = async () => {
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await eventually(async () => (await first())?.holdReason, 'in-review')
  }
  return { giver, farmer, id, first, handIn }
}

/** Presses the button, and confirms its question. */
async function decide(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

/** Keeps a session alive when the clock is set forward. */
function lengthenSession(by: number): void {
  const kept = JSON.parse(localStorage.getItem('furrow.session') ?? '{}')
  localStorage.setItem('furrow.session', JSON.stringify({ ...kept, expiresAt: kept.expiresAt + by }))
}

describe.skipIf(!hasChain)('the second escrow contract', () => {
  test('a giver returns work with the wallet and disputes it later; the farmer concedes with theirs', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, farmer, id, first, handIn } = await startQuest(started)
    await handIn()
    const { page } = await web.open(`/quests/${id}`, { as: giver, chain })
    await decide(page, 'Return')
    await eventually(async () => (await first())?.status, 'accepted')
    await handIn()
    await page.reload()
    await see(page.getByText(/returned the work of/))
    await page.getByRole('button', { name: 'Dispute', exact: true }).click()
    await eventually(async () => (await first())?.status, 'disputed')

    const visit = await web.open(`/quests/${id}`, { as: farmer, chain, size: 'phone' })
    const before = await chain.client.getBalance({ address: giver.account.address })
    await decide(visit.page, 'Concede')
    await eventually(async () => (await first())?.status, 'refunded')
    await eventually(async () => {
      const now = await chain.client.getBalance({ address: giver.account.address })
      return now - before
    }, 2n * ether)
    await visit.page.reload()
    await see(visit.page.getByText(/ conceded\./))
  })

  test('a giver pays at once by a signature that costs no gas, after a plan that says what it does', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, farmer, id, first, handIn } = await startQuest(started)
    await handIn()
    const [before, coin] = await Promise.all(
      [farmer, giver].map(({ account }) => chain.client.getBalance({ address: account.address })),
    )
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    const open = () => page.getByRole('button', { name: 'Approve and pay now' }).click()
    await open()
    const plan = page.getByRole('dialog')
    await see(plan.getByText(/The contract pays 2 ETH to .* at once/))
    await see(plan.getByText(/it costs you no gas/))
    await see(plan.getByText(/It can be used until .*, for this work alone, and once/))
    wallet.decline(true)
    await plan.getByRole('button', { name: 'Sign', exact: true }).click()
    await see(plan.getByRole('alert'))
    wallet.decline(false)
    await plan.getByRole('button', { name: 'Sign', exact: true }).click()
    await eventually(async () => (await first())?.status, 'released')
    await eventually(
      async () => (await chain.client.getBalance({ address: farmer.account.address })) - (before ?? 0n),
      2n * ether,
    )
    expect(await chain.client.getBalance({ address: giver.account.address })).toBe(coin)
    expect(wallet.asked.filter(method => method !== 'personal_sign')).toEqual(['eth_signTypedData_v4'])
    await page.reload()
    await see(page.getByText(/signed that .* is paid at once/))
  })

  test('a giver whose wallet signs no data pays with a transaction of their own instead', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, id, first, handIn } = await startQuest(started)
    await handIn()
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    wallet.signNoData()
    await page.getByRole('button', { name: 'Approve and pay now' }).click()
    const plan = page.getByRole('dialog')
    await plan.getByRole('button', { name: 'Sign', exact: true }).click()
    await see(plan.getByRole('alert'))
    await plan.getByRole('button', { name: 'Pay with a transaction of your own' }).click()
    await eventually(async () => (await first())?.status, 'released')
    expect(wallet.asked).toContain('eth_sendTransaction')
  })

  test('the arbiter sees what each side gets, and splits it with the wallet', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const account = privateKeyToAccount(chain.keyOf(2))
    const { giver, farmer, id, first, handIn } = await startQuest(started)
    await handIn()
    const { funding } = await web.visitor.quests.get(id)
    await chain.call(giver.account, 'dispute', [funding.escrowId, farmer.account.address])
    await eventually(async () => (await first())?.status, 'disputed')
    const arbiter = web.user({ account, address: toAddress(account.address) })
    const { page } = await web.open(`/quests/${id}`, { as: arbiter, chain })
    const share = page.getByLabel("Or give each a part: the farmer's, in percent")
    await share.fill('a third')
    await see(page.getByText('Give a number from 0 to 100 with at most two decimals.'))
    await share.fill('33.33')
    await see(page.getByText('0.6666 ETH'))
    await see(page.getByText('1.3334 ETH'))
    await page.getByRole('button', { name: 'Split it' }).click()
    await eventually(async () => (await first())?.paid, '0.6666')
    await page.reload()
    await see(page.getByText(/gave each side a part/))
  })

  test('a farmer brings a dispute before the court that is the arbiter, whose ruling is done', async () => {
    const started = await startOnChain({ version: 2, court: true })
    const { chain, web } = started
    const { giver, farmer, id, first, handIn } = await startQuest(started)
    await handIn()
    const { funding } = await web.visitor.quests.get(id)
    await chain.call(giver.account, 'dispute', [funding.escrowId, farmer.account.address])
    await eventually(async () => (await first())?.status, 'disputed')
    const { page, wallet } = await web.open(`/quests/${id}`, { as: farmer, chain })
    await see(page.getByText(/It takes 0.000000000000001 ETH, which nobody gives back\./))
    await decide(page, 'Bring it before the court')
    await see(page.getByText('The dispute is before the court, whose ruling the contract carries out.'))
    expect(wallet.asked.filter(method => method === 'eth_sendTransaction')).toHaveLength(1)
    const hash = await chain.client.writeContract({
      abi: oneJudgeCourtAbi,
      address: chain.judge as `0x${string}`,
      functionName: 'give',
      args: [0n, 1n],
      account: chain.account(5),
      chain: chain.client.chain,
    })
    await chain.client.waitForTransactionReceipt({ hash })
    await eventually(async () => (await first())?.status, 'released')
  })

  test('a farmer whose wallet does not take it has work whose window is over paid to another address', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { farmer, id, handIn } = await startQuest(started)
    await handIn()
    const { page } = await web.open(`/quests/${id}`, { as: farmer, chain })
    await see(page.getByText('The giver may look at the work and dispute it.'))
    await seeNot(page.getByText('Your wallet cannot take it?'))
    // Without gas, nobody pays it before.
    await chain.client.setBalance({ address: chain.account(1).address, value: 0n })
    await chain.later((3 * day) / 1_000)
    await page.clock.setFixedTime(Date.now() + 3 * day)
    await page.evaluate(lengthenSession, 4 * day)
    await page.reload()
    await page.getByText('Your wallet cannot take it?').click()
    const elsewhere = web.user().account.address
    await page.getByLabel('To another address').fill(elsewhere)
    await page.getByRole('button', { name: 'Take your money there' }).click()
    await eventually(() => chain.client.getBalance({ address: elsewhere }), 2n * ether)
    await eventually(async () => (await web.visitor.quests.get(id)).farmers[0]?.status, 'released')
  })

  test('a giver gives notice, everybody reads until when, and the giver has the free places back after it', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, farmer, id } = await startQuest(started, 2)
    const { page } = await web.open(`/quests/${id}`, { as: giver, chain })
    await decide(page, 'Give notice to take it back')
    const readFunding = async () => (await web.visitor.quests.get(id)).funding
    await see(page.getByText(/^You gave notice\. You can take it back from .* on\./))
    await see(page.getByText(/The giver can take unearned money back\./))
    await seeNot(page.getByRole('button', { name: 'Take farmers again' }))

    const stranger = await web.open(`/quests/${id}`, { as: web.user(), size: 'phone' })
    await see(stranger.page.getByText('The giver takes the free places back, so nobody can join any more.'))
    await see(stranger.page.getByText(/The giver gave notice: from .* on, unearned money can go back\./))
    const own = await web.open(`/quests/${id}`, { as: farmer })
    await see(own.page.getByText(/The giver takes free places back from .* on: hand in before\./))

    await chain.later((8 * day) / 1_000)
    await page.clock.setFixedTime(Date.now() + 8 * day)
    await page.evaluate(lengthenSession, 9 * day)
    await page.reload()
    await page.getByRole('button', { name: 'Take free places back' }).click()
    await eventually(async () => (await readFunding()).refunded, '4')
  })
})
