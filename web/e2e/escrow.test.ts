import { describe, expect, onTestFinished, test } from 'vitest'
import type { Escrow } from '../../server/src/clients/escrow.ts'
import { createKeeper } from '../../server/src/escrow/keeper.ts'
import { hasChain, startChain } from '../../server/src/test/chain.ts'
import { sampleQuest } from '../../server/src/test/harness.ts'
import { see, startWeb } from './harness.ts'

const draft = { ...sampleQuest, reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' }
const ether = 10n ** 18n

/** The service on the chain rail, with a keeper that looks at the chain all the time. */
async function startOnChain() {
  const chain = await startChain()
  const web = await startWeb({ env: { ...chain.env, ESCROW_EXPLORER_URL: 'https://explorer.example.org/' } })
  const keeper = await createKeeper(web.context, web.context.escrow as Escrow)
  let stopped = false
  const loop = (async () => {
    while (!stopped) {
      await keeper.round()
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  })()
  onTestFinished(async () => {
    stopped = true
    await loop
  })
  return { chain, web }
}

describe.skipIf(!hasChain)('money on chain', () => {
  test('a giver pays in with the wallet, approves the work on chain, and the farmer is paid', async () => {
    const { chain, web } = await startOnChain()
    const [giver, farmer] = [web.user(), web.user()]
    await chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
    const { id } = await giver.furrow.quests.post(draft)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await see(page.getByText('Not funded yet'))
    wallet.decline(true)
    await page.getByRole('button', { name: 'Pay in' }).click()
    await see(page.getByText('You declined in your wallet.'))
    wallet.decline(false)
    await page.getByRole('button', { name: 'Pay in' }).click()
    await see(page.getByText('Held by the contract'))

    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await page.reload()
    await see(page.getByText('The giver may look at the work and dispute it.'))
    await page.getByRole('button', { name: 'Approve and pay now' }).click()
    await expect
      .poll(() => chain.client.getBalance({ address: farmer.account.address }), { timeout: 30_000 })
      .toBe(2n * ether)
    await page.reload()
    await see(page.getByText('The contract paid'))
    const quest = await web.visitor.quests.get(id)
    const release = quest.funding.transactions?.find(({ kind }) => kind === 'release')
    await see(page.locator(`a[href="https://explorer.example.org/tx/${release?.hash}"]`))
  })

  test('a deposit in a token takes its approval and the payment, and says which of the two it is', async () => {
    const { chain, web } = await startOnChain()
    const giver = web.user()
    await chain.client.setBalance({ address: giver.account.address, value: ether })
    await chain.mint(giver.account, 5_000_000n)
    const { id } = await giver.furrow.quests.post({
      ...draft,
      reward: '5 USDC',
      rewardAmount: 5,
      rewardToken: 'USDC',
    })
    const { page } = await web.open(`/quests/${id}`, { as: giver, chain, size: 'phone' })
    await page.getByRole('button', { name: 'Pay in' }).click()
    await see(page.getByText('Held by the contract'))
    expect(await chain.balanceOf(chain.escrow)).toBe(5_000_000n)
  })
})
