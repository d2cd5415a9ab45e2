import type { QuestFacets, QuestFeedQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { readFitting } from './count-quests.ts'
import { rewardsOf } from './overview.ts'

/** Values of one property: more than anybody chooses among. */
const most = 50

/** Counts over all quests that fit, or the newest 5,000 of them: strangers choose the filters. @throws BadRequestError */
export async function readFacets(db: Db, filter: QuestFeedQuery): Promise<QuestFacets> {
  const { quests, complete } = await readFitting(db, filter)
  return {
    count: quests.length,
    complete,
    rewards: rewardsOf(quests),
    categories: countOf(quests.map(({ category }) => [category])),
    skills: countOf(quests.map(({ skills }) => [...new Set(JSON.parse(skills) as string[])])),
    tokens: countOf(quests.map(({ token }) => [token])),
  }
}

function countOf(values: readonly (readonly string[])[]): QuestFacets['skills'] {
  const counts = new Map<string, number>()
  for (const value of values.flat()) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, most)
}
