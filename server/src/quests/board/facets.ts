import { admissions, type QuestFacets, type QuestFeedQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { readFitting } from './count-quests.ts'
import { countValues } from './count-values.ts'
import { rewardsOf } from './overview.ts'
import { fitsPayer, readAllPayerFacts } from './payer-filters.ts'
import { rewardRanges } from './reward-ranges.ts'
import { atTime, countDeadlines } from './term-filters.ts'

/** Values of one property: more than anybody chooses among. */
const most = 50

/** Counts over all quests that fit, or the newest 5,000 of them: strangers choose the filters. @throws BadRequestError */
export async function readFacets(db: Db, query: QuestFeedQuery, now: number): Promise<QuestFacets> {
  const { quests, complete } = await readFitting(db, atTime(query, now))
  const payers = await readAllPayerFacts(
    db,
    quests.map(({ id }) => id),
  )
  const countIf = <T extends string>(values: readonly T[], fit: (value: T) => number) =>
    values.map(value => ({ value, count: fit(value) }))
  const fitting = (asked: Parameters<typeof fitsPayer>[1]) =>
    payers.filter(facts => fitsPayer(facts, asked)).length
  return {
    count: quests.length,
    complete,
    rewards: rewardsOf(quests),
    categories: mostCommon(quests.map(({ category }) => category)),
    skills: mostCommon(quests.flatMap(({ skills }) => [...new Set(JSON.parse(skills) as string[])])),
    tokens: mostCommon(quests.map(({ token }) => token)),
    rewardRanges: rewardRanges(quests),
    deadlines: countDeadlines(
      quests.map(({ deadline }) => deadline),
      now,
    ),
    admissions: countIf(admissions, value => quests.filter(({ admission }) => admission === value).length),
    payers: countIf(['proved', 'new'] as const, payer => fitting({ payer })),
    backings: countIf(['escrow', 'shown', 'promise'] as const, backing => fitting({ backing })),
  }
}

const mostCommon = (values: readonly string[]) => countValues(values).slice(0, most)
