import { createHash } from 'node:crypto'
import { joinEach, jsonList, jsonRows, readList } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import { seasonAt } from '../../rules/points/season.ts'
import { countsUnproved } from './proof.ts'
import { blankProfile } from './rows.ts'

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
  'reviewers',
  'reviewer_means',
  'unproved',
  'unproved_paid',
  'settled',
] as const
type Counts = { readonly [K in (typeof counts)[number]]: number }

/**
 * Facts of an address that are found by its key alone. All else that is shown of it (amounts, reviews, where its points
 * come from) changes only together with one of these, so that they say whether anything changed.
 */
export type Standing = {
  readonly address: Address
  /** null for somebody who never made one. */
  readonly profile: ProfileRow | null
  /** The full profile, for its owner alone, where a moderator hides it from others. */
  readonly whole: ProfileRow | null
  readonly counts: Counts
  /** This season's, as a farmer; in hundredths. */
  readonly points: number
  readonly memberTitle: string | null
  readonly badges: readonly [string, number][]
  readonly version: string
}

const readerOf = oneFor((context: Context) =>
  readTogether((addresses: readonly Address[]) => readStandings(context, addresses)),
)

/** Addresses asked for at the same moment are read in one query; each has a standing. */
export async function readStanding(context: Context, address: Address): Promise<Standing> {
  return (await readerOf(context)(address)) as Standing
}

type Row = ProfileRow &
  Counts & {
    of: Address
    address: Address | null
    points: number
    title: string | null
    badges: string | null
    /** The last departure of anybody, who may have reviewed this one. */
    departed_at: number
    /** Work that this giver gave out, of which the contract keeps the farmer's part. */
    unpaid: number
    shown_paid: number
  }

/** Where all work counts, a payment that is shown of a farmer's work changes none of their counts. */
const shownPaid = sql`(select count(*) from assignments a where a.farmer = k.address and a.payment = 'paid')`

async function readStandings(
  { clock, config, db }: Context,
  addresses: readonly Address[],
): Promise<Map<Address, Standing>> {
  const season = seasonAt(config, clock.now())
  const counted = counts.map(name => sql`coalesce(c.${sql.ref(name)}, 0) as ${sql.ref(name)}`)
  const asked = addresses.map(address => ({ address }))
  const { rows } = await sql<Row>`
    select k.address as "of", p.*, ${sql.join(counted)}, coalesce(s.points, 0) as points, m.title,
      coalesce((select max(d.at) from departures d), 0) as departed_at,
      (select count(*) from assignments a
        where a.giver = k.address and a.unpaid is not null and a.unpaid <> 'giver') as unpaid,
      ${countsUnproved(config) ? shownPaid : sql`0`} as shown_paid,
      (select ${jsonList(db, ['badge', 'awarded_at'])} from badges b where b.address = k.address) as badges
    from ${jsonRows(db, 'k', ['address'], asked)}
    ${joinEach(db, 'profiles', 'p', sql`p.address = k.address`, 'left join')}
    ${joinEach(db, 'address_counts', 'c', sql`c.address = k.address`, 'left join')}
    ${joinEach(db, 'season_scores', 's', sql`s.season = ${season} and s.role = 'farmer' and s.address = k.address`, 'left join')}
    ${joinEach(db, 'dao_members', 'm', sql`m.address = k.address`, 'left join')}`.execute(db)
  return new Map(rows.map(row => [row.of, toStanding(row)]))
}

function toStanding(row: Row): Standing {
  const { of, points, title, badges, departed_at: _, unpaid: __, shown_paid: ___, ...rest } = row
  const profile: Record<string, unknown> = rest
  const own = Object.fromEntries(counts.map(name => [name, row[name]])) as Counts
  for (const name of counts) delete profile[name]
  return {
    address: of,
    ...profileOf(row.address === null ? null : (profile as ProfileRow)),
    counts: own,
    points,
    memberTitle: title,
    badges: readList(badges),
    version: createHash('sha1').update(JSON.stringify(row)).digest('base64url'),
  }
}

function profileOf(row: ProfileRow | null): Pick<Standing, 'profile' | 'whole'> {
  if (row === null || row.hidden_at === null) return { profile: row, whole: null }
  const { address, created_at, updated_at, hidden_at } = row
  return { profile: { ...blankProfile(address, created_at), listed: 0, updated_at, hidden_at }, whole: row }
}
