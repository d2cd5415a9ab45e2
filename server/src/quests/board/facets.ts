import type { QuestFacets, QuestFeedQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { readFitting } from './count-quests.ts'
import { countValues } from './count-values.ts'
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
    categories: mostCommon(quests.map(({ category }) => category)),
    skills: mostCommon(quests.flatMap(({ skills }) => [...new Set(JSON.parse(skills) as string[])])),
    tokens: mostCommon(quests.map(({ token }) => token)),
  }
}

const mostCommon = (values: readonly string[]) => countValues(values).slice(0, most)
