import type { Address } from '../address.ts'
import type { Db } from '../db/db.ts'
import { addAndRead } from '../db/write-all.ts'
import type { Writes } from '../db/writes.ts'
import type { DeedDone, Reviewed } from '../lifecycle/deeds.ts'

/** Of what each reviewer gave on average, a millionth of a star is a unit: the sum of many is exact. */
export const meanUnits = 1_000_000

/** What is added to what a reviewee's reviewers gave on average, and to how many they are. */
export type MeansChange = {
  readonly reviewee: Address
  readonly reviewers: number
  readonly reviewer_means: number
}

/** The reviews, and what each reviewer gave all in all by those that count. */
export async function recordReviews(
  trx: Db,
  writes: Writes,
  reviews: readonly DeedDone<Reviewed>[],
  counting: readonly DeedDone<Reviewed>[],
): Promise<MeansChange[]> {
  for (const { at, questId, deed } of reviews) {
    const { reviewer, reviewee, role, rating, comment } = deed
    const counted = deed.counts ? 1 : 0
    writes.insert('reviews', { quest_id: questId, reviewer, reviewee, role, rating, comment, at, counted })
  }
  if (counting.length === 0) return []
  const keyOf = ({ reviewee, reviewer }: Pick<Reviewed, 'reviewee' | 'reviewer'>) => `${reviewee} ${reviewer}`
  const together = Map.groupBy(counting, ({ deed }) => keyOf(deed))
  const added = new Map(
    [...together].map(([key, own]) => {
      const { reviewee, reviewer } = (own[0] as DeedDone<Reviewed>).deed
      const stars = own.reduce((sum, { deed }) => sum + deed.rating, 0)
      return [key, { reviewee, reviewer, ratings: own.length, stars }]
    }),
  )
  const pairs = await addAndRead(trx, 'review_pairs', ['reviewee', 'reviewer'], [...added.values()])
  return pairs.map(pair => {
    const more = added.get(keyOf(pair)) ?? { ratings: 0, stars: 0 }
    const before = { ratings: pair.ratings - more.ratings, stars: pair.stars - more.stars }
    return {
      reviewee: pair.reviewee,
      reviewers: before.ratings === 0 ? 1 : 0,
      reviewer_means: meanOf(pair) - meanOf(before),
    }
  })
}

/** In units, rounded down. */
function meanOf({ ratings, stars }: { ratings: number; stars: number }): number {
  return ratings === 0 ? 0 : Math.floor((stars * meanUnits) / ratings)
}
