import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import { idAt } from '../../ground/ids.ts'
import { showPoints } from '../../rules/points/points.ts'
import { seasonAt } from '../../rules/points/season.ts'

type Seasons = Pick<Config, 'seasonStart' | 'seasonMs'>

/**
 * Call this before a change of the membership, in its transaction: votes that have begun belong to the members as they
 * were.
 */
export async function openBegun(trx: Db, config: Seasons, now: number): Promise<void> {
  const begun = await trx
    .selectFrom('ballots')
    .select('proposal_id')
    // Until it is opened, the due step is its start.
    .where('due_at', '<=', now)
    .where('opened_at', 'is', null)
    .orderBy('due_at')
    .orderBy('proposal_id')
    .limit(1_000)
    .execute()
  for (const { proposal_id } of begun) await openBallot(trx, config, proposal_id, now)
}

/**
 * Records who may vote, with what weight and for whom else, as of the start. One of several simultaneous calls does it,
 * and the others wait; gives whether it was this one.
 */
export async function openBallot(
  trx: Db,
  config: Seasons,
  proposalId: string,
  now: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('ballots')
    .set(({ ref }) => ({ opened_at: now, due_at: ref('ends_at') }))
    .where('proposal_id', '=', proposalId)
    .where('opened_at', 'is', null)
    .where('starts_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return false
  const members = await listMembers(trx, config, row)
  const known = new Set(members.map(({ address }) => address))
  const writes = createWrites()
  for (const { address, title, weight, delegate, delegation } of members) {
    const counts = delegate !== null && known.has(delegate)
    writes.insert('ballot_members', {
      proposal_id: proposalId,
      address,
      title,
      weight,
      delegate: counts ? delegate : null,
      delegation_id: counts ? delegation : null,
      salt: null,
      identity: null,
    })
  }
  await writeAll(trx, writes)
  await trx
    .updateTable('ballots')
    .set({ members: members.length, total_weight: members.reduce((sum, { weight }) => sum + weight, 0) })
    .where('proposal_id', '=', proposalId)
    .execute()
  return true
}

type Found = { readonly address: Address; readonly title: string; readonly points: number }

type Member = Found & {
  readonly weight: number
  readonly delegate: Address | null
  readonly delegation: string | null
}

async function listMembers(trx: Db, config: Seasons, row: BallotRow): Promise<Member[]> {
  const at = row.starts_at
  const season = seasonAt(config, at)
  const points =
    row.weights === 'points' ? pointsSince(config.seasonStart + (season - 1) * config.seasonMs, at) : sql`0`
  const { rows } = await sql<Found>`select m.address, m.title, ${points} as points
    from dao_members m where m.joined_at <= ${at} order by m.address`.execute(trx)
  const weigh = weigherOf(row)
  const given = await readDelegations(
    trx,
    rows.map(({ address }) => address),
    season,
    at,
  )
  return rows.map(found => {
    const { delegate = null, id = null } = given.get(found.address) ?? {}
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

function weigherOf(row: BallotRow): (member: Found) => number {
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
