import { sql } from 'kysely'
import type { Address } from '../address.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import type { BallotRow } from '../db/vote-tables.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { showPoints } from '../leaderboard/points.ts'
import { seasonAt } from '../leaderboard/season.ts'

type Seasons = Pick<Config, 'seasonStart' | 'seasonMs'>

/**
 * Before the membership changes: what has begun is of the members as they were. In the transaction that changes them.
 */
export async function openBegun(trx: Db, config: Seasons, now: number): Promise<void> {
  const begun = await trx
    .selectFrom('ballots')
    .select('proposal_id')
    .where('closed_at', 'is', null)
    .where('opened_at', 'is', null)
    .where('starts_at', '<=', now)
    .orderBy('proposal_id')
    .execute()
  for (const { proposal_id } of begun) await openBallot(trx, config, proposal_id, now)
}

/**
 * Writes down who may vote, with what weight and for whom else, as it stood at the start. Of several who do so at once, one does;
 * the others wait until it is done. Says whether it was this one.
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

type Found = {
  readonly address: Address
  readonly title: string
  readonly delegate: Address | null
  readonly delegation: string | null
  readonly points: number
}

async function listMembers(
  trx: Db,
  config: Seasons,
  row: BallotRow,
): Promise<(Found & { readonly weight: number })[]> {
  const at = row.starts_at
  const season = seasonAt(config, at)
  const { rows } = await sql<Found>`
    select m.address, m.title, d.delegate, d.id as delegation,
      ${row.weights === 'points' ? pointsSince(config.seasonStart + (season - 1) * config.seasonMs, at) : sql`0`} as points
    from dao_members m
    left join delegations d on d.delegator = m.address and d.season = ${season} and d.at <= ${at}
      and (d.ended_at is null or d.ended_at > ${at})
    where m.joined_at <= ${at}
    order by m.address, d.number`.execute(trx)
  const weigh = weigherOf(row)
  // Of two delegations of one moment, the newer.
  const byAddress = new Map(rows.map(found => [found.address, { ...found, weight: weigh(found) }]))
  return [...byAddress.values()]
}

/** What they earned as farmers, of which each point has its event. */
function pointsSince(from: number, until: number) {
  return sql`(select cast(coalesce(sum(e.points), 0) as bigint) from score_events e
    where e.address = m.address and e.role = 'farmer' and e.at >= ${from} and e.at < ${until}
    and e.id >= ${idAt(from)} and e.id < ${idAt(until)})`
}

/** Ids are in the order of their times (ids.ts). */
function idAt(at: number): string {
  return `score-${String(Math.max(0, at)).padStart(13, '0')}`
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
