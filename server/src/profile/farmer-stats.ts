import type { FarmerProfile } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/tables.ts'
import { rankOf, showPoints } from '../leaderboard/score.ts'
import { seasonAt } from '../leaderboard/season.ts'
import { sumByToken } from '../payouts/amounts.ts'

type FarmerStats = Omit<FarmerProfile, 'bio' | 'skills' | 'guild'>

/** What an address has done as a farmer, from its own rows. */
export async function readFarmerStats({ db, config, clock }: Context, farmer: Address): Promise<FarmerStats> {
  const work = await db
    .selectFrom('assignments')
    .select(['status', 'token', 'amount', ({ fn }) => fn.countAll<number>().as('count')])
    .where('farmer', '=', farmer)
    .groupBy(['status', 'token', 'amount'])
    .execute()
  const released = work.filter(({ status }) => status === 'released')
  const row = await db
    .selectFrom('season_scores')
    .select('points')
    .where('season', '=', seasonAt(config, clock.now()))
    .where('role', '=', 'farmer')
    .where('address', '=', farmer)
    .executeTakeFirst()
  const score = showPoints(row?.points ?? 0)
  return {
    rank: rankOf(score),
    score,
    questsAccepted: total(work),
    questsCompleted: total(released),
    rating: await readRating(db, farmer, 'farmer'),
    earned: sumByToken(released),
  }
}

export function total(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}

/** The mean of the reviews received in that role, with two decimals; null without any. */
export async function readRating(db: Db, reviewee: Address, role: Role): Promise<number | null> {
  const { sum, count } = await db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.sum<string | number | null>('rating').as('sum'),
      fn.countAll<number>().as('count'),
    ])
    .where('reviewee', '=', reviewee)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
  return count === 0 ? null : Math.round((Number(sum) / count) * 100) / 100
}
