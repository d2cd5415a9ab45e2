import type { Reputation, ReputationQuery } from '@furrow/sdk/contract'
import { jsonRows } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import { sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { Board } from '../../ground/http/boards.ts'
import { nextLink } from '../../ground/http/links.ts'
import { oneFor } from '../../ground/one-for.ts'
import { farmerText } from '../../people/profile/profile.ts'
import { type Payments, paymentColumns, recordOf } from '../../people/profile/record.ts'
import { readStanding, type Standing } from '../../people/profile/standing.ts'
import { meanUnits } from '../../rules/points/record-reviews.ts'
import { historyColumn, showHistory } from './history.ts'
import { listReviews, newestColumn } from './reviews.ts'

export type ReputationPage = { readonly reputation: Reputation; readonly next: string | null }

type Page = Omit<ReputationQuery, 'address'>

export function reputationBoard(context: Context, url: string, address: Address, query: Page): Board {
  let standing: Standing
  return {
    key: url,
    isSmall: true,
    async readVersion() {
      standing = await readStanding(context, address)
      return standing.version
    },
    async make() {
      const { reputation, next } = await readReputation(context, standing, query)
      return { value: reputation, ...(next !== null && { headers: { link: nextLink(url, next) } }) }
    },
  }
}

async function readReputation(context: Context, standing: Standing, query: Page): Promise<ReputationPage> {
  const { address, counts, profile } = standing
  const found = (await readerOf(context)(address)) as Found
  const { farmer, badges, disputesLost } = recordOf(context, standing, found)
  const { reviews, next } = await listReviews(context, address, query, found.reviews)
  const history = showHistory(found.events)
  const means = { reviewers: counts.reviewers, sum: counts.reviewer_means / meanUnits }
  const reputation = {
    address: checksum(address),
    reputation: { benevolenceScore: benevolence(means, disputesLost), reviewsReceived: reviews, history },
    farmerProfile: { ...farmerText(profile), ...farmer },
    badges,
  }
  return { reputation, next }
}

type Found = Payments & { readonly events: string | null; readonly reviews: string | null }

/** The part that changes only with the person's standing. Simultaneous requests are looked up in one query. */
const readerOf = oneFor(({ config, db }: Context) =>
  readTogether(async (addresses: readonly Address[]) => {
    const asked = addresses.map(address => ({ address }))
    const { rows } = await sql<Found & { of: Address }>`
      select k.address as "of", ${paymentColumns(db, config)}, ${historyColumn(db)}, ${newestColumn(db)}
      from ${jsonRows(db, 'k', ['address'], asked)}`.execute(db)
    return new Map(rows.map(row => [row.of, row]))
  }),
)

/** As if five reviewers had given three of five stars before anyone did. */
const prior = { reviewers: 5, rating: 3 }
const perDisputeLost = 5

type ReviewerMeans = { readonly reviewers: number; readonly sum: number }

/**
 * 0 to 100: the Bayesian mean of the reviewers' mean ratings, each reviewer counting once, so that one friend's many
 * reviews weigh no more than one; less 5 for each dispute decided against the address.
 */
export function benevolence({ reviewers, sum }: ReviewerMeans, disputesLost: number): number {
  const mean = (prior.reviewers * prior.rating + sum) / (prior.reviewers + reviewers)
  const score = ((mean - 1) / 4) * 100 - perDisputeLost * disputesLost
  return Math.round(Math.min(100, Math.max(0, score)) * 10) / 10
}
