import type { Reputation, ScoreEvent } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { showPoints } from '../leaderboard/points.ts'
import { meanUnits } from '../leaderboard/record-reviews.ts'
import { farmerText } from '../profile/profile.ts'
import { readRecord } from '../profile/record.ts'
import { findProfile } from '../profile/rows.ts'
import { readReviews } from './reviews.ts'

const shown = 100

/** What is known of an address; of an unknown one, the middle of the scale. */
export async function readReputation(context: Context, address: Address): Promise<Reputation> {
  const { db } = context
  const { farmer, badges, disputesLost } = await readRecord(context, address)
  return {
    address: checksum(address),
    reputation: {
      benevolenceScore: benevolence(await readReviewerMeans(db, address), disputesLost),
      reviewsReceived: await readReviews(db, address),
      history: await readHistory(db, address),
    },
    farmerProfile: { ...farmerText(await findProfile(db, address)), ...farmer },
    badges,
  }
}

/** As if five reviewers had given three of five stars before anyone did. */
const prior = { reviewers: 5, rating: 3 }
const perDisputeLost = 5

/** How many people reviewed an address, and the sum of what each of them gave on average. */
type ReviewerMeans = { readonly reviewers: number; readonly sum: number }

/**
 * 0 to 100: the Bayesian mean of the reviewers' mean ratings, each reviewer counting once, so that one friend's many
 * reviews weigh no more than one; less 5 for each dispute that was decided against the address.
 */
export function benevolence({ reviewers, sum }: ReviewerMeans, disputesLost: number): number {
  const mean = (prior.reviewers * prior.rating + sum) / (prior.reviewers + reviewers)
  const score = ((mean - 1) / 4) * 100 - perDisputeLost * disputesLost
  return Math.round(Math.min(100, Math.max(0, score)) * 10) / 10
}

async function readReviewerMeans(db: Db, reviewee: Address): Promise<ReviewerMeans> {
  const row = await db
    .selectFrom('address_counts')
    .select(['reviewers', 'reviewer_means'])
    .where('address', '=', reviewee)
    .executeTakeFirst()
  return { reviewers: row?.reviewers ?? 0, sum: (row?.reviewer_means ?? 0) / meanUnits }
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
