import type { Badge, FarmerProfile, GiverProfile } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { jsonList, jsonRows, readList } from '@furrow/storage/json-rows.ts'
import { isPaidOnChain } from '@furrow/storage/paid-on-chain.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import type { AssignmentRow, Rail, Role } from '@furrow/storage/tables.ts'
import { sumUnits, unitsOf } from '@furrow/storage/units.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { day, hour } from '../../ground/clock.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import { fromLedger } from '../../rules/ledger/amounts.ts'
import { showBadges } from '../../rules/points/badges.ts'
import { rankOf, showPoints } from '../../rules/points/points.ts'
import { countsUnproved, isUnproved, provesNothing } from './proof.ts'
import type { Standing } from './standing.ts'

/** From counts that were kept as things happened. */
export type Record = {
  readonly farmer: Omit<FarmerProfile, 'bio' | 'skills' | 'guild'>
  readonly giver: Omit<GiverProfile, 'organization' | 'website' | 'bio'>
  readonly badges: Badge[]
  readonly disputesLost: number
}

type AmountOf = [role: Role, token: string, units: string, unproved: string]
type UnprovedOf = [role: Role, token: string, units: string]
export type Release = [
  reviewStartedAt: number | null,
  releasedAt: number | null,
  rail: Rail,
  payment: string | null,
  paidAt: number | null,
  unpaid: AssignmentRow['unpaid'],
  reclaimedAt: number | null,
]
export type Payments = {
  readonly amounts: string | null
  readonly releases: string | null
  /** The unproved part of the amounts, where counting does not tell it. */
  readonly unproved_amounts: string | null
}

const readerOf = oneFor(({ config, db }: Context) =>
  readTogether((addresses: readonly Address[]) => readPayments(db, config, addresses)),
)

export async function readPaymentsOf(context: Context, address: Address): Promise<Payments> {
  return (await readerOf(context)(address)) as Payments
}

async function readPayments(
  db: Db,
  config: Config,
  addresses: readonly Address[],
): Promise<Map<Address, Payments>> {
  const asked = addresses.map(address => ({ address }))
  const { rows } = await sql<Payments & { of: Address }>`
    select k.address as "of", ${paymentColumns(db, config)}
    from ${jsonRows(db, 'k', ['address'], asked)}`.execute(db)
  return new Map(rows.map(row => [row.of, row]))
}

export function paymentColumns(db: Db, config: Config): RawBuilder<unknown> {
  return sql`
    ${countsUnproved(config) ? unprovedColumn(db) : sql`null`} as unproved_amounts,
    (select ${jsonList(db, ['role', 'token', 'units', 'unproved'])}
      from address_amounts a where a.address = k.address) as amounts,
    ${releasesColumn(db)}`
}

export function releasesColumn(db: Db): RawBuilder<unknown> {
  return sql`
    (select ${jsonList(db, releaseColumns)} from (
      select ${sql.join(releaseColumns.map(name => sql.ref(name)))} from assignments w
      where w.giver = k.address and w.status = 'released'
      order by w.released_at desc limit ${sql.lit(recent)}) as newest) as releases`
}

/** Where unproved work counts, the kept amounts do not tell it from the rest. */
function unprovedColumn(db: Db): RawBuilder<unknown> {
  const units = sumUnits(db, unitsOf(db, sql`coalesce(w.paid, w.amount)`))
  const of = (role: Role) => sql`
    select ${sql.lit(role)} as role, w.token, ${units} as units from assignments w
    where w.${sql.raw(role)} = k.address and ${isUnproved} group by w.token`
  return sql`(select ${jsonList(db, ['role', 'token', 'units'])} from (${of('farmer')} union all ${of('giver')}) as u)`
}

export const releaseColumns = [
  'review_started_at',
  'released_at',
  'rail',
  'payment',
  'paid_at',
  'unpaid',
  'reclaimed_at',
] as const

const recent = 100

export function recordOf(
  { config }: Pick<Context, 'config'>,
  { badges, counts, points }: Standing,
  found: Payments,
): Record {
  const amounts = readList<AmountOf>(found.amounts)
  const byProof = ofProof(config, amounts, readList<UnprovedOf>(found.unproved_amounts))
  const releases = readList<Release>(found.releases)
  const score = showPoints(points)
  const decided = counts.paid + counts.refunded
  return {
    farmer: {
      rank: rankOf(score),
      score,
      questsAccepted: counts.accepted,
      questsCompleted: counts.completed,
      questsProved: provesNothing(config) ? 0 : counts.completed - counts.unproved,
      rating: meanOf(counts.farmer_stars, counts.farmer_ratings),
      earned: amountsOf(amounts, 'farmer', counting),
      proved: amountsOf(byProof, 'farmer', proved),
      recorded: amountsOf(byProof, 'farmer', unproved),
    },
    giver: {
      questsPosted: counts.posted,
      questsCompleted: counts.paid,
      rating: meanOf(counts.giver_stars, counts.giver_ratings),
      paid: amountsOf(amounts, 'giver', counting),
      proved: amountsOf(byProof, 'giver', proved),
      recorded: amountsOf(byProof, 'giver', unproved),
      paidRate: decided === 0 ? null : shareOf(counts.paid, decided),
      medianReviewHours: medianOf(releases.map(([start, end]) => between(start, end, hour))),
      settledRate: settledRate(releases),
      medianDaysToPay: medianDaysToPay(releases),
      disputesLost: counts.lost_as_giver,
    },
    badges: showBadges([...badges]),
    disputesLost: counts.lost_as_giver + counts.lost_as_farmer,
  }
}

/** Two decimals; null without any. */
export function meanOf(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum / count) * 100) / 100
}

function ofProof(
  config: Config,
  amounts: readonly AmountOf[],
  found: readonly UnprovedOf[],
): readonly AmountOf[] {
  if (!provesNothing(config) && !countsUnproved(config)) return amounts
  const units = new Map(found.map(([role, token, units]) => [`${role} ${token}`, units]))
  return amounts.map(([role, token, all]) => [
    role,
    token,
    all,
    provesNothing(config) ? all : (units.get(`${role} ${token}`) ?? '0'),
  ])
}

/** The part of an amount that is shown; null for none, where even its token stays hidden. */
type PartOf = (units: bigint, unproved: bigint) => bigint | null
/** Work for nothing was listed as nothing, as long as all work counted. */
const counting: PartOf = (units, unproved) =>
  unproved === 0n || units !== unproved ? units - unproved : null
const unproved: PartOf = (_, unproved) => (unproved === 0n ? null : unproved)
const proved: PartOf = (units, unproved) => (units === unproved ? null : units - unproved)

function amountsOf(amounts: readonly AmountOf[], role: Role, part: PartOf) {
  return amounts
    .flatMap(([whose, token, units, unproved]) => {
      const own = whose === role ? part(BigInt(units), BigInt(unproved)) : null
      return own === null ? [] : [{ token, amount: fromLedger(own) }]
    })
    .sort((a, b) => (a.token < b.token ? -1 : 1))
}

export function shareOf(part: number, all: number): number {
  return Math.round((part / all) * 1_000) / 1_000
}

export function settledRate(releases: readonly Release[]): number | null {
  if (releases.length === 0) return null
  const settled = releases.filter(one => one[3] === 'paid' || isByContract(one)).length
  return shareOf(settled, releases.length)
}

function isByContract([, , rail, , , unpaid, reclaimed_at]: Release): boolean {
  return isPaidOnChain({ rail, unpaid, reclaimed_at })
}

export function medianDaysToPay(releases: readonly Release[]): number | null {
  return medianOf(releases.map(daysToPay))
}

/** From the release to the payment that was shown; the contract pays at once, unless a wallet did not take it. */
export function daysToPay(release: Release): number | null {
  const [, releasedAt, , payment, paidAt] = release
  if (isByContract(release)) return 0
  if (payment !== 'paid') return null
  const days = between(releasedAt, paidAt, day)
  return days === null ? null : Math.max(0, days)
}

export function between(start: number | null, end: number | null, unit: number): number | null {
  return start === null || end === null ? null : (end - start) / unit
}

/** With two decimals; null where there is none. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null).sort((a, b) => a - b)
  const [low, high] = [known[Math.floor((known.length - 1) / 2)], known[Math.floor(known.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 100) / 100
}
