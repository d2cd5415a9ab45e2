import type { Badge, FarmerProfile, GiverProfile } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import type { Address } from '../address.ts'
import { hour } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { jsonList, jsonRows } from '../db/json-rows.ts'
import { readTogether } from '../db/read-together.ts'
import type { Role } from '../db/tables.ts'
import { showBadges } from '../leaderboard/badges.ts'
import { rankOf, showPoints } from '../leaderboard/points.ts'
import { fromLedger } from '../ledger/amounts.ts'
import { oneFor } from '../one-for.ts'
import type { Standing } from './standing.ts'

/** What an address has done, from what was counted as it did it. */
export type Record = {
  readonly farmer: Omit<FarmerProfile, 'bio' | 'skills' | 'guild'>
  readonly giver: Omit<GiverProfile, 'organization' | 'website' | 'bio'>
  readonly badges: Badge[]
  /** Disputes that were decided against the address, on whichever side it was. */
  readonly disputesLost: number
}

/** What it was paid and paid, and when it began and ended the newest reviews of work. */
type Payments = {
  readonly amounts: readonly [Role, string, string][]
  readonly reviews: readonly [number | null, number | null][]
}

const readerOf = oneFor(({ db }: Context) =>
  readTogether((addresses: readonly Address[]) => readPayments(db, addresses)),
)

/** Of whom people ask for at the same moment, everyone is looked up at once. */
export async function readRecord(context: Context, standing: Standing): Promise<Record> {
  return toRecord(standing, (await readerOf(context)(standing.address)) as Payments)
}

async function readPayments(db: Db, addresses: readonly Address[]): Promise<Map<Address, Payments>> {
  const asked = addresses.map(address => ({ address }))
  const { rows } = await sql<{ of: Address; amounts: string | null; reviews: string | null }>`
    select k.address as "of",
      (select ${jsonList(db, ['role', 'token', 'units'])}
        from address_amounts a where a.address = k.address) as amounts,
      (select ${jsonList(db, ['review_started_at', 'released_at'])} from (
        select review_started_at, released_at from assignments w
        where w.giver = k.address and w.status = 'released'
        order by w.released_at desc limit ${sql.lit(recent)}) as newest) as reviews
    from ${jsonRows(db, 'k', ['address'], asked)}`.execute(db)
  return new Map(
    rows.map(({ of, amounts, reviews }) => [of, { amounts: readList(amounts), reviews: readList(reviews) }]),
  )
}

/** The newest payments say how long a giver takes. */
const recent = 100

function toRecord({ badges, counts, points }: Standing, { amounts, reviews }: Payments): Record {
  const score = showPoints(points)
  const decided = counts.paid + counts.refunded
  return {
    farmer: {
      rank: rankOf(score),
      score,
      questsAccepted: counts.accepted,
      questsCompleted: counts.completed,
      rating: mean(counts.farmer_stars, counts.farmer_ratings),
      earned: amountsOf(amounts, 'farmer'),
    },
    giver: {
      questsPosted: counts.posted,
      questsCompleted: counts.paid,
      rating: mean(counts.giver_stars, counts.giver_ratings),
      paid: amountsOf(amounts, 'giver'),
      paidRate: decided === 0 ? null : Math.round((counts.paid / decided) * 1_000) / 1_000,
      medianReviewHours: medianHours(reviews),
      disputesLost: counts.lost_as_giver,
    },
    badges: showBadges([...badges]),
    disputesLost: counts.lost_as_giver + counts.lost_as_farmer,
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
function medianHours(times: readonly (readonly [number | null, number | null])[]): number | null {
  const hours = times.flatMap(([start, end]) => (start === null || end === null ? [] : (end - start) / hour))
  hours.sort((a, b) => a - b)
  const [low, high] = [hours[Math.floor((hours.length - 1) / 2)], hours[Math.floor(hours.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 100) / 100
}
