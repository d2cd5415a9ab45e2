import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'

test("a quest's sums are exact also where its places did not cost the same, whichever version writes its counts", async () => {
  const { context, user, visitor } = await startHarness()
  const giver = user()
  const farmers = [user(), user(), user()]
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    reward: '0.3 USDC',
    rewardAmount: 0.3,
    maxFarmers: 4,
  })
  for (const farmer of farmers) await farmer.furrow.quests.accept(id)
  const fundingOf = async () => (await visitor.quests.get(id)).funding
  expect(await fundingOf()).toMatchObject({ amount: '1.2', released: '0', refunded: '0' })

  // As after one of four places was paid 0.1 instead of 0.3: what is off is kept, and counts what the version before adds.
  const off = String(toLedger('0.2'))
  await context.db
    .updateTable('quests')
    .set({ released: 1, released_off: `-${off}`, refunded_off: off, events: 90 })
    .where('id', '=', id)
    .execute()
  expect(await fundingOf()).toMatchObject({ amount: '1.2', released: '0.1', refunded: '0.2' })
  await giver.furrow.quests.approve(id, farmers[0]?.address ?? '')
  expect(await fundingOf()).toMatchObject({ amount: '1.2', released: '0.4', refunded: '0.2' })
  const row = await context.db.selectFrom('quests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ released: 2, released_off: `-${off}`, refunded_off: off, promised_off: null })
  expect((await visitor.quests.get(id)).farmers.map(({ paid }) => paid).toSorted()).toEqual([
    '0.3',
    null,
    null,
  ])
})
