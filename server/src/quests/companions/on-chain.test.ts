import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import type { User } from '../../../test/harness.ts'
import { paid, startRail, two } from '../../../test/rail.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { reconcileEscrow } from '../rails/chain-rail/reconcile.ts'
import { followQuests } from './follow.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

async function keep(rail: Rail, rounds = 3) {
  for (let round = 0; round < rounds; round++) {
    await rail.keep()
    await followQuests.round(rail.context)
  }
}

/** The daemon's work of some minutes. */
async function compare(rail: Rail) {
  await keep(rail)
  rail.clock.advance(5 * minute)
  while ((await reconcileEscrow.round(rail.context)) > 0);
  await keep(rail)
}

const tasksOf = async (rail: Rail, user: User) =>
  (await rail.user(user).furrow.tasks.list()).tasks.map(({ kind, questId }) => `${kind} ${questId}`)

const statesOf = async (rail: Rail, id: string) => (await rail.read(id)).backers?.map(({ state }) => state)

const lettersOf = async (rail: Rail, user: User) =>
  (await rail.user(user).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])

/** The companion by which they add, and the id of its deposit. */
async function companionOf(rail: Rail, id: string, backer: User) {
  const { backers = [] } = await rail.read(id)
  const own = backers.find(({ address }) => address === backer.account.address)
  const { funding } = await rail.user(backer).furrow.quests.get(own?.questId ?? 'none')
  return { id: own?.questId ?? 'none', escrowId: funding.escrowId as `0x${string}` }
}

async function back(rail: Rail, id: string, amount: string, units: bigint, slots = 1) {
  const backer = rail.user()
  await backer.furrow.quests.back(id, amount)
  const companion = await companionOf(rail, id, backer)
  await rail.chain.fund(backer.account, companion.id, units, slots, rail.chain.token)
  return { backer, ...companion }
}

async function post(rail: Rail, places = 1) {
  const giver = rail.user()
  const { id, funding } = await giver.furrow.quests.post({ ...paid, maxFarmers: places })
  await rail.chain.fund(giver.account, id, two, places, rail.chain.token)
  await giver.furrow.quests.fund(id)
  return { giver, farmer: rail.user(), id, escrowId: funding.escrowId as `0x${string}` }
}

/** The farmer hands in, and the giver approves it with their wallet. */
async function release(rail: Rail, { escrowId, farmer, giver, id }: Awaited<ReturnType<typeof post>>) {
  await farmer.furrow.quests.accept(id)
  await rail.user(farmer).furrow.quests.submit(id, { url: 'https://example.org/work', note: 'done' })
  await keep(rail, 2)
  await rail.chain.call(giver.account, 'approve', [escrowId, farmer.account.address])
  await keep(rail)
}

describe.skipIf(!hasChain).each([2, 3] as const)(
  'additions on chain, version %i of the contract',
  version => {
    const begin = () => startRail({}, version)

    test('count once their own deposits are there, and are paid after a window of their own', async () => {
      const rail = await begin()
      const quest = await post(rail)
      const backer = rail.user()
      expect(await backer.furrow.quests.back(quest.id, '0.5')).not.toHaveProperty('backerCount')
      expect(await statesOf(rail, quest.id)).toEqual(['unfunded'])
      const companion = await companionOf(rail, quest.id, backer)
      expect(await tasksOf(rail, backer)).toEqual([`deposit ${companion.id}`])
      await expect(backer.furrow.quests.fund(companion.id)).rejects.toMatchObject({ code: 'no-deposit' })
      await rail.chain.fund(backer.account, companion.id, 500_000n, 1, rail.chain.token)
      await backer.furrow.quests.fund(companion.id)
      await keep(rail)
      expect(await rail.read(quest.id)).toMatchObject({ backerCount: 1, rewardWithBackers: '2.5' })
      await release(rail, quest)
      expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
      expect(await statesOf(rail, quest.id)).toEqual(['in-review'])
      expect(await tasksOf(rail, backer)).toContain(`review ${companion.id}`)
      expect(await rail.user(backer).furrow.quests.get(companion.id)).toMatchObject({
        farmers: [{ status: 'in-review', submission: { url: 'https://example.org/work' } }],
      })
      await keep(rail)
      await rail.later(49 * hour)
      await keep(rail)
      expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two + 500_000n)
      expect(await statesOf(rail, quest.id)).toEqual(['followed'])
      const { farmerProfile } = await rail.visitor.profile.get(quest.farmer.address, { init: true })
      expect(farmerProfile).toMatchObject({ questsCompleted: 1 })
      expect((await rail.user(backer).furrow.payouts.due()).items.sums).toEqual([])
      await requireSound(rail.context)
    })

    test('are disputed by their backer alone, and the others go on', async () => {
      const rail = await begin()
      const quest = await post(rail)
      const first = await back(rail, quest.id, '0.5', 500_000n)
      await back(rail, quest.id, '1', 1_000_000n)
      await keep(rail)
      expect(await rail.read(quest.id)).toMatchObject({ backerCount: 2, rewardWithBackers: '3.5' })
      await expect(
        first.backer.furrow.quests.object(quest.id, { farmer: quest.farmer.address, reason: 'no' }),
      ).rejects.toMatchObject({ code: 'on-chain-only' })
      await release(rail, quest)
      await keep(rail)
      await rail.chain.call(first.backer.account, 'dispute', [first.escrowId, quest.farmer.account.address])
      await keep(rail)
      expect(await statesOf(rail, quest.id)).toEqual(['objected', 'in-review'])
      await rail.later(49 * hour)
      await keep(rail)
      expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two + 1_000_000n)
      await rail.later(31 * day)
      await keep(rail)
      expect(await statesOf(rail, quest.id)).toEqual(['given-back', 'followed'])
      expect(await rail.chain.balanceOf(first.backer.account.address)).toBe(500_000n)
      await requireSound(rail.context)
    })

    test('go back to their wallets where the quest ends without work, and where they end it', async () => {
      const rail = await begin()
      const quest = await post(rail, 2)
      const [first, second] = [
        await back(rail, quest.id, '0.5', 500_000n, 2),
        await back(rail, quest.id, '1', 1_000_000n, 2),
      ]
      await keep(rail)
      expect(await rail.user(first.backer).furrow.quests.stopBacking(quest.id)).toMatchObject({
        backerCount: 1,
      })
      await keep(rail)
      expect(await lettersOf(rail, first.backer)).toContain('Take back what you added')
      await rail.chain.call(first.backer.account, 'refund', [first.escrowId])
      await keep(rail)
      expect(await rail.chain.balanceOf(first.backer.account.address)).toBe(1_000_000n)
      expect(await lettersOf(rail, first.backer)).toContain('What you added goes back')
      await rail.user(quest.giver).furrow.quests.cancel(quest.id)
      await keep(rail)
      await rail.chain.call(second.backer.account, 'refund', [second.escrowId])
      await keep(rail)
      expect(await rail.chain.balanceOf(second.backer.account.address)).toBe(2_000_000n)
      expect(await statesOf(rail, quest.id)).toEqual(['given-back'])
      await requireSound(rail.context)
    })

    test('leave the sum where their backer takes them back at the contract, while somebody works', async () => {
      const rail = await begin()
      const quest = await post(rail)
      const { backer, escrowId } = await back(rail, quest.id, '0.5', 500_000n)
      await keep(rail)
      await quest.farmer.furrow.quests.accept(quest.id)
      await rail.chain.call(backer.account, 'giveNotice', [escrowId])
      await keep(rail)
      await rail.later(8 * day)
      await rail.chain.call(backer.account, 'refund', [escrowId])
      await keep(rail, 4)
      expect(await rail.chain.balanceOf(backer.account.address)).toBe(500_000n)
      expect(await rail.read(quest.id)).not.toHaveProperty('backerCount')
      expect(await statesOf(rail, quest.id)).toBeUndefined()
      await requireSound(rail.context)
    })

    test('go back also where they arrive after their end, and after the end of the quest', async () => {
      const rail = await begin()
      const quest = await post(rail)
      const [early, late] = [rail.user(), rail.user()]
      await early.furrow.quests.back(quest.id, '0.5')
      await late.furrow.quests.back(quest.id, '0.5')
      const [ended, waiting] = [
        await companionOf(rail, quest.id, early),
        await companionOf(rail, quest.id, late),
      ]
      await quest.farmer.furrow.quests.accept(quest.id)
      await early.furrow.quests.stopBacking(quest.id)
      await quest.farmer.furrow.quests.withdraw(quest.id)
      await rail.chain.fund(early.account, ended.id, 500_000n, 1, rail.chain.token)
      await release(rail, quest)
      await rail.chain.fund(late.account, waiting.id, 500_000n, 1, rail.chain.token)
      await keep(rail, 5)
      await rail.chain.call(early.account, 'refund', [ended.escrowId])
      await rail.chain.call(late.account, 'refund', [waiting.escrowId])
      await keep(rail)
      expect(await rail.chain.balanceOf(early.account.address)).toBe(500_000n)
      expect(await rail.chain.balanceOf(late.account.address)).toBe(500_000n)
      expect(await rail.chain.balanceOf(quest.farmer.account.address)).toBe(two)
      await requireSound(rail.context)
    })

    test('whose deposit a chain took back are proposed once it is there again, and hold nobody else up', async () => {
      const rail = await begin()
      const { chain } = rail
      const quest = await post(rail)
      await keep(rail)
      await chain.client.mine({ blocks: 4 })
      await keep(rail)
      const before = await chain.client.getBlockNumber()
      const { backer, id } = await back(rail, quest.id, '0.5', 500_000n)
      await keep(rail)
      expect(await rail.read(quest.id)).toMatchObject({ backerCount: 1, rewardWithBackers: '2.5' })

      const depth = Number((await chain.client.getBlockNumber()) - before)
      await chain.client.request({ method: 'anvil_reorg', params: [depth, []] } as never)
      expect(await chain.balanceOf(chain.escrow)).toBe(two)
      await compare(rail)
      expect(rail.logged()).toContain('contradicts the database')
      await release(rail, quest)
      const readPart = () => rail.user(backer).furrow.quests.get(id)
      expect(await readPart()).toMatchObject({
        farmers: [{ status: 'in-review', holdReason: 'proposing' }],
        funding: { problem: expect.stringContaining('the contract has no deposit for it') },
      })
      expect(await rail.read(quest.id)).toMatchObject({
        status: 'completed',
        farmers: [{ status: 'released' }],
      })
      expect(await chain.balanceOf(quest.farmer.account.address)).toBe(two)

      await chain.fund(backer.account, id, 500_000n, 1, chain.token)
      for (let round = 0; round < 2; round++) await compare(rail)
      expect(await readPart()).toMatchObject({
        farmers: [{ status: 'in-review', holdReason: 'in-review' }],
        funding: { problem: null },
      })
      await rail.later(49 * hour)
      for (let round = 0; round < 3; round++) await compare(rail)
      expect(await statesOf(rail, quest.id)).toEqual(['followed'])
      expect(await chain.balanceOf(quest.farmer.account.address)).toBe(two + 500_000n)
      await requireSound(rail.context)
    })
  },
)
