import { expect, test } from 'vitest'
import { createWallet, sampleQuest, startHarness } from '../../../test/harness.ts'

test('the reviews of GET /reputation are paged, newest first, also where many came at one moment', async () => {
  const { context, visitor, send } = await startHarness()
  const { address } = createWallet()
  const review = (at: number, quest: number, reviewer = createWallet().address) => ({
    quest_id: `quest-${quest}`,
    reviewer,
    reviewee: address,
    role: 'farmer' as const,
    rating: 5,
    comment: '',
    at,
  })
  const rows = [1, 1, 1, 2, 3, 3].flatMap((at, quest) => [review(at, quest), review(at, quest)])
  await context.db.insertInto('reviews').values(rows).execute()
  const { body, headers } = await send('GET', `/reputation?address=${address}`)
  const all = body.reputation.reviewsReceived
  expect([all.length, headers.get('link')]).toEqual([12, null])
  for (const limit of ['1', '5', '12', '1000']) {
    const seen: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await visitor.reputationPage(address, { limit, ...(cursor && { cursor }) })
      seen.push(...page.items.reputation.reviewsReceived)
      cursor = page.cursor
    }
    expect(seen).toEqual(all)
  }
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'cursor=1_quest-1_0x12'])
    expect((await send('GET', `/reputation?address=${address}&${query}`)).status).toBe(400)
})

test('entries of the history keep their sentence, and tell beside it the deed with its values', async () => {
  const { user, visitor } = await startHarness()
  const [giver, farmer] = [user(), user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  await giver.furrow.quests.review(id, farmer.address, 4)
  const historyOf = async (address: string) => (await visitor.reputation(address)).reputation.history
  expect(await historyOf(farmer.address)).toMatchObject([
    { role: 'farmer', reason: 'Review of 4 of 5', deed: { code: 'reviewed', rating: 4 } },
    {
      role: 'farmer',
      reason: 'Work released, recorded and not proved (number 1 for this giver this season)',
      deed: { code: 'released', number: 1, countsAs: 'recorded' },
    },
  ])
  expect(await historyOf(giver.address)).toMatchObject([
    {
      role: 'giver',
      reason: 'Work released to a farmer, recorded and not proved (number 1 of this farmer this season)',
      deed: { code: 'released', number: 1, countsAs: 'recorded' },
    },
  ])
})

test('an entry that the version before wrote tells its deed too, and one of a later version its sentence alone', async () => {
  const { context, visitor } = await startHarness()
  const { address } = createWallet()
  const reasons = ['Work paid for (number 3 of this farmer this season)', 'Planted a tree']
  const rows = reasons.map((reason, index) => ({
    ...{ id: `score-${index}`, role: 'giver' as const, address, at: index, points: 100 },
    ...{ reason, quest_id: null },
  }))
  await context.db.insertInto('score_events').values(rows).execute()
  const { history } = (await visitor.reputation(address)).reputation
  expect(history.map(({ reason, deed }) => [reason, deed])).toEqual([
    ['Planted a tree', undefined],
    ['Work paid for (number 3 of this farmer this season)', { code: 'released', number: 3 }],
  ])
})
