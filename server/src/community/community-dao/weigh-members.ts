import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import { idAt } from '../../ground/ids.ts'
import { showPoints } from '../../rules/points/points.ts'
import { seasonAt } from '../../rules/points/season.ts'

export type Seasons = Pick<Config, 'seasonStart' | 'seasonMs'>
type Weighing = Pick<BallotRow, 'starts_at' | 'weights' | 'title_weights'>

type Found = { readonly address: Address; readonly title: string; readonly points: number }

export type WeighedMember = Found & {
  readonly weight: number
  readonly delegate: Address | null
  readonly delegation: string | null
}

const nobody: ReadonlySet<string> = new Set()

/** Voters as they are at the start, each with their power and the voter to whom they delegate it in that season. */
export async function listMembers(
  trx: Db,
  config: Seasons,
  row: Weighing,
  without: ReadonlySet<string | null> = nobody,
): Promise<WeighedMember[]> {
  const at = row.starts_at
  const season = seasonAt(config, at)
  const points =
    row.weights === 'points' ? pointsSince(config.seasonStart + (season - 1) * config.seasonMs, at) : sql`0`
  const { rows } = await sql<Found>`select m.address, m.title, ${points} as points
    from dao_members m where m.joined_at <= ${at} order by m.address`.execute(trx)
  const weigh = weigherOf(row)
  const voters = rows.filter(({ address }) => !without.has(address))
  const addresses = voters.map(({ address }) => address)
  const given = await readDelegations(trx, addresses, season, at)
  const known = new Set(addresses)
  return voters.map(found => {
    const delegation = given.get(found.address)
    const { delegate = null, id = null } = delegation && known.has(delegation.delegate) ? delegation : {}
    return { ...found, weight: weigh(found), delegate, delegation: id }
  })
}

async function readDelegations(trx: Db, delegators: readonly Address[], season: number, at: number) {
  const rows = await trx
    .selectFrom('delegations')
    .select(['id', 'delegator', 'delegate'])
    .where(isAmong(trx, 'delegator', delegators))
    .where('season', '=', season)
    .where('at', '<=', at)
    .where(({ eb, or }) => or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
    .orderBy('delegator')
    .orderBy('number')
    .execute()
  // At the same moment, the newer one counts.
  return new Map(rows.map(row => [row.delegator, row]))
}

function pointsSince(from: number, until: number) {
  return sql`(select cast(coalesce(sum(e.points), 0) as bigint) from score_events e
    where e.address = m.address and e.role = 'farmer' and e.at >= ${from} and e.at < ${until}
    and e.id >= ${idAt('score', from)} and e.id < ${idAt('score', until)})`
}

const mostWeight = 1_000_000_000

function weigherOf(row: Weighing): (member: Found) => number {
  if (row.weights === 'one') return () => 1
  if (row.weights === 'points')
    return ({ points }) => Math.min(mostWeight, Math.max(0, Math.floor(showPoints(Number(points)))))
  const weights = new Map(
    (JSON.parse(row.title_weights) as { title: string; weight: number }[]).map(({ title, weight }) => [
      title,
      weight,
    ]),
  )
  return ({ title }) => weights.get(title) ?? 1
}
