import type { Badge, FarmerProfile, GiverProfile } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import type { Address } from '../address.ts'
import { hour } from '../clock.ts'
import type { Context } from '../context.ts'
import { jsonList } from '../db/json-rows.ts'
import type { Role } from '../db/tables.ts'
import { showBadges } from '../leaderboard/badges.ts'
import { rankOf, showPoints } from '../leaderboard/points.ts'
import { seasonAt } from '../leaderboard/season.ts'
import { fromLedger } from '../ledger/amounts.ts'

/** What an address has done, from what was counted as it did it. */
export type Record = {
  readonly farmer: Omit<FarmerProfile, 'bio' | 'skills' | 'guild'>
  readonly giver: Omit<GiverProfile, 'organization' | 'website' | 'bio'>
  readonly badges: Badge[]
  /** null for who is no member of the DAO. */
  readonly memberTitle: string | null
  /** Disputes that were decided against the address, on whichever side it was. */
  readonly disputesLost: number
}

const counts = [
  'posted',
  'accepted',
  'completed',
  'paid',
  'refunded',
  'lost_as_giver',
  'lost_as_farmer',
  'farmer_ratings',
  'farmer_stars',
  'giver_ratings',
  'giver_stars',
] as const

type Row = { [K in (typeof counts)[number]]: number } & {
  points: number
  title: string | null
  amounts: string | null
  badges: string | null
  reviews: string | null
}

/** The newest payments say how long a giver takes. */
const recent = 100

/** In one look, whatever there is. */
export async function readRecord({ clock, config, db }: Context, address: Address): Promise<Record> {
  const season = seasonAt(config, clock.now())
  const counted = counts.map(name => sql`coalesce(c.${sql.ref(name)}, 0) as ${sql.ref(name)}`)
  const { rows } = await sql<Row>`
    select ${sql.join(counted)},
      coalesce((select points from season_scores s
        where s.season = ${season} and s.role = 'farmer' and s.address = k.address), 0) as points,
      (select title from dao_members m where m.address = k.address) as title,
      (select ${jsonList(db, ['role', 'token', 'units'])}
        from address_amounts a where a.address = k.address) as amounts,
      (select ${jsonList(db, ['badge', 'awarded_at'])} from badges b where b.address = k.address) as badges,
      (select ${jsonList(db, ['review_started_at', 'released_at'])} from (
        select review_started_at, released_at from assignments w
        where w.giver = k.address and w.status = 'released'
        order by w.released_at desc limit ${sql.lit(recent)}) as newest) as reviews
    from (select cast(${address} as text) as address) as k
    left join address_counts c on c.address = k.address`.execute(db)
  return toRecord(rows[0] as Row)
}

function toRecord(row: Row): Record {
  const score = showPoints(row.points)
  const amounts = readList<[Role, string, string]>(row.amounts)
  const decided = row.paid + row.refunded
  return {
    farmer: {
      rank: rankOf(score),
      score,
      questsAccepted: row.accepted,
      questsCompleted: row.completed,
      rating: mean(row.farmer_stars, row.farmer_ratings),
      earned: amountsOf(amounts, 'farmer'),
    },
    giver: {
      questsPosted: row.posted,
      questsCompleted: row.paid,
      rating: mean(row.giver_stars, row.giver_ratings),
      paid: amountsOf(amounts, 'giver'),
      paidRate: decided === 0 ? null : Math.round((row.paid / decided) * 1_000) / 1_000,
      medianReviewHours: medianHours(readList(row.reviews)),
      disputesLost: row.lost_as_giver,
    },
    badges: showBadges(readList(row.badges)),
    memberTitle: row.title,
    disputesLost: row.lost_as_giver + row.lost_as_farmer,
  }
}

function readList<T>(json: string | null): T[] {
  return json === null ? [] : (JSON.parse(json) as T[])
}

/** Of stars, with two decimals; null without any. */
function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 100) / 100
}

function amountsOf(amounts: readonly [Role, string, string][], role: Role) {
  return amounts
    .filter(([whose]) => whose === role)
    .map(([, token, units]) => ({ token, amount: fromLedger(BigInt(units)) }))
    .sort((a, b) => (a.token < b.token ? -1 : 1))
}

/** From hand-in to payment. */
function medianHours(times: readonly [number | null, number | null][]): number | null {
  const hours = times.flatMap(([start, end]) => (start === null || end === null ? [] : (end - start) / hour))
  hours.sort((a, b) => a - b)
  const [low, high] = [hours[Math.floor((hours.length - 1) / 2)], hours[Math.floor(hours.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 100) / 100
}
