import { expect, test } from 'vitest'
import { createWallet, startHarness } from '../../../test/harness.ts'

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
