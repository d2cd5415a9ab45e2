import type { Db } from '@furrow/storage/db.ts'
import { addAndRead } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import type { DeedDone, Reviewed } from '../lifecycle/deeds.ts'
import type { CountingReview, TurnedReviews } from './reviews-that-count.ts'

/** The unit of a reviewer's mean is a millionth of a star: the sum of many is exact. */
export const meanUnits = 1_000_000

export type MeansChange = {
  readonly reviewee: Address
  readonly reviewers: number
  readonly reviewer_means: number
}

type Reviews = TurnedReviews & {
  readonly reviews: readonly DeedDone<Reviewed>[]
  readonly fresh: readonly CountingReview[]
  readonly firsts: ReadonlySet<DeedDone<Reviewed>>
}

/** Writes the reviews, and updates each reviewer's mean over those that count. */
export async function recordReviews(trx: Db, writes: Writes, given: Reviews): Promise<MeansChange[]> {
  writeReviews(writes, given)
  const { fresh, gone, late } = given
  const counting = [...fresh, ...late].map(review => ({ ...review, by: 1 }))
  const turned = [...counting, ...gone.map(review => ({ ...review, by: -1 }))]
  if (turned.length === 0) return []
  const keyOf = ({ reviewee, reviewer }: Pick<Reviewed, 'reviewee' | 'reviewer'>) => `${reviewee} ${reviewer}`
  const together = Map.groupBy(turned, ({ deed }) => keyOf(deed))
  const added = new Map(
    [...together].map(([key, own]) => {
      const [{ deed }] = own as [(typeof own)[number]]
      const ratings = own.reduce((sum, { by }) => sum + by, 0)
      const stars = own.reduce((sum, { by, deed }) => sum + by * deed.rating, 0)
      return [key, { reviewee: deed.reviewee, reviewer: deed.reviewer, ratings, stars }]
    }),
  )
  const pairs = await addAndRead(trx, 'review_pairs', ['reviewee', 'reviewer'], [...added.values()])
  return pairs.map(pair => {
    const more = added.get(keyOf(pair)) ?? { ratings: 0, stars: 0 }
    const before = { ratings: pair.ratings - more.ratings, stars: pair.stars - more.stars }
    return {
      reviewee: pair.reviewee,
      reviewers: Math.sign(pair.ratings) - Math.sign(before.ratings),
      reviewer_means: meanOf(pair) - meanOf(before),
    }
  })
}

function writeReviews(writes: Writes, { firsts, gone, late, reviews }: Reviews): void {
  const scoring = new Set([...firsts].map(({ questId, deed }) => nameOf(questId, deed)))
  const scoredAt = ({ at, questId, deed }: DeedDone<Reviewed>) =>
    scoring.has(nameOf(questId, deed)) ? at : null
  for (const review of reviews) {
    const { reviewer, reviewee, role, rating, comment } = review.deed
    const said = { quest_id: review.questId, reviewer, reviewee, role, rating, comment, at: review.at }
    const counted = review.deed.counts ? 1 : 0
    writes.insert('reviews', { ...said, counted, scored_at: scoredAt(review) })
  }
  const set = ({ questId: quest_id, deed }: CountingReview, counted: 0 | 1, scored_at: number | null) => {
    const { reviewer, reviewee } = deed
    const key = { quest_id, reviewer, reviewee }
    writes.set('reviews', ['quest_id', 'reviewer', 'reviewee'], { ...key, counted, scored_at })
  }
  for (const review of late) set(review, 1, scoredAt(review))
  // The time of its points is kept, so that it gives them again with its work.
  for (const review of gone) set(review, 0, review.scoredAt)
}

function nameOf(questId: string, { reviewee, reviewer }: Pick<Reviewed, 'reviewee' | 'reviewer'>): string {
  return `${questId} ${reviewee} ${reviewer}`
}

function meanOf({ ratings, stars }: { ratings: number; stars: number }): number {
  return ratings === 0 ? 0 : Math.floor((stars * meanUnits) / ratings)
}
