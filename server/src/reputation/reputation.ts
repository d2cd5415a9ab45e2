import type { Reputation, ReputationQuery, ScoreEvent } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { showPoints } from '../leaderboard/points.ts'
import { farmerText } from '../profile/profile.ts'
import { readRecord } from '../profile/record.ts'
import { findProfile } from '../profile/rows.ts'
import { listReviews } from './reviews.ts'

const shown = 100

export type ReputationPage = { readonly reputation: Reputation; readonly next: string | null }

/** What is known of an address, with a page of its reviews; of an unknown one, the middle of the scale. */
export async function readReputation(
  context: Context,
  address: Address,
  query: Omit<ReputationQuery, 'address'>,
): Promise<ReputationPage> {
  const { db } = context
  const { farmer, badges, disputesLost } = await readRecord(context, address)
  const { reviews, next } = await listReviews(db, address, query)
  const reputation = {
    address: checksum(address),
    reputation: {
      benevolenceScore: benevolence(await readReviewerMeans(db, address), disputesLost),
      reviewsReceived: reviews,
      history: await readHistory(db, address),
    },
    farmerProfile: { ...farmerText(await findProfile(db, address)), ...farmer },
    badges,
  }
  return { reputation, next }
}

/** As if five reviewers had given three of five stars before anyone did. */
const prior = { reviewers: 5, rating: 3 }
const perDisputeLost = 5

/**
 * 0 to 100: the Bayesian mean of the reviewers' mean ratings, each reviewer counting once, so that one friend's many
 * reviews weigh no more than one; less 5 for each dispute that was decided against the address.
 */
export function benevolence(reviewerMeans: readonly number[], disputesLost: number): number {
  const sum = reviewerMeans.reduce((total, mean) => total + mean, prior.reviewers * prior.rating)
  const mean = sum / (prior.reviewers + reviewerMeans.length)
  const score = ((mean - 1) / 4) * 100 - perDisputeLost * disputesLost
  return Math.round(Math.min(100, Math.max(0, score)) * 10) / 10
}

async function readReviewerMeans(db: Db, reviewee: Address): Promise<number[]> {
  const reviewers = await db
    .selectFrom('reviews')
    .select(({ fn }) => [
      'reviewer',
      fn.sum<string | number>('rating').as('sum'),
      fn.countAll<number>().as('count'),
    ])
    .where('reviewee', '=', reviewee)
    .groupBy('reviewer')
    .execute()
  return reviewers.map(({ sum, count }) => Number(sum) / count)
}

async function readHistory(db: Db, address: Address): Promise<ScoreEvent[]> {
  const rows = await db
    .selectFrom('score_events')
    .selectAll()
    .where('address', '=', address)
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  return rows.map(row => ({
    at: instant(row.at),
    role: row.role,
    points: showPoints(row.points),
    reason: row.reason,
    questId: row.quest_id,
  }))
}
