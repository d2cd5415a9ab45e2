import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { followQuests } from '../../server/src/quests/companions/follow.ts'
import { hasChain } from '../../server/test/chain.ts'
import { audit, eventually, everySize, see, setTheme } from './harness.ts'
import { draft, ether, payIn, startOnChain } from './on-chain.ts'

type Started = Awaited<ReturnType<typeof startOnChain>>

const inDollars = { ...draft, reward: '2 USDC', rewardAmount: 2, rewardToken: 'USDC' }
const [half, two] = [500_000n, 2_000_000n]

/** A funded quest, and somebody with dollars and gas who wants it done, too. */
async function startQuest({ chain, web }: Started) {
  const [giver, farmer, backer] = [web.user(), web.user(), web.user()]
  const { id, funding } = await giver.furrow.quests.post({ ...inDollars, maxFarmers: 1 })
  await chain.fund(giver.account, id, two, 1, chain.token)
  await giver.furrow.quests.fund(id)
  await chain.client.setBalance({ address: backer.account.address, value: ether })
  await chain.mint(backer.account, half)
  const read = () => web.visitor.quests.get(id)
  /** Rounds of the service's own work, until it shows. */
  const comes = (state: string) =>
    eventually(async () => {
      await followQuests.round(web.context)
      return (await read()).backers?.[0]?.state
    }, state)
  return { giver, farmer, backer, id, escrowId: funding.escrowId as `0x${string}`, read, comes }
}

/** They add half a dollar on the page of the quest, and pay it in on the page of the addition. */
async function add(page: Page): Promise<void> {
  await page.locator('#backers').getByRole('button', { name: 'Add to the reward' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('For each place, in USDC').fill('0.5')
  await see(dialog.getByText('It counts once it is there.', { exact: false }))
  await dialog.getByRole('button', { name: 'Add to the reward' }).click()
  await see(page.getByRole('heading', { name: 'Your deposit' }))
}

async function requireAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
}

describe.skipIf(!hasChain)('an addition to the reward of a quest on chain', () => {
  test.each(everySize)(
    'is paid in on a %s, counts, and is disputed by its backer alone once the work is released',
    async size => {
      const started = await startOnChain({ version: 3 })
      const { chain, web } = started
      const { giver, farmer, backer, id, escrowId, read, comes } = await startQuest(started)
      const { page } = await web.open(`/quests/${id}`, { as: backer, chain, size })
      await add(page)
      await see(page.getByText('Nothing is paid in yet, so it does not count.'))
      await requireAccessible(page)
      await payIn(page)
      await see(page.getByText('It is paid in, and waits in the contract for the giver’s decision.'))
      await comes('promised')
      expect(await read()).toMatchObject({ backerCount: 1, rewardWithBackers: '2.5' })
      await requireAccessible(page)
      await page.getByRole('link', { name: 'Go to the quest' }).click()
      await see(page.locator('#backers').getByText('2.5 USDC'))

      await farmer.furrow.quests.accept(id)
      await web.user(farmer).furrow.quests.submit(id, { note: 'done' })
      await eventually(async () => (await read()).farmers[0]?.holdReason, 'in-review')
      await chain.call(giver.account, 'approve', [escrowId, farmer.account.address])
      await comes('in-review')
      await page.locator('#backers').getByRole('link', { name: 'Look at your part' }).click()
      await see(page.getByText('You can dispute it until', { exact: false }))
      await requireAccessible(page)
      await page.getByRole('button', { name: 'Dispute your part' }).click()
      await comes('objected')
      await see(page.getByText('You dispute paying for the work of', { exact: false }))
      expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    },
    120_000,
  )

  test('is taken back by its backer’s wallet where the quest ends without work', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, backer, id, comes } = await startQuest(started)
    const { page } = await web.open(`/quests/${id}`, { as: backer, chain })
    await add(page)
    await payIn(page)
    await comes('promised')
    await web.user(giver).furrow.quests.cancel(id)
    await comes('given-back')
    await see(page.getByText('Nobody can earn it any more. Take it back from the contract.'))
    await requireAccessible(page)
    await page.getByRole('button', { name: 'Take it back', exact: true }).click()
    await eventually(() => chain.balanceOf(backer.account.address), half)
    await see(page.getByText('The contract gave back what nobody earned.'))
  })
})
