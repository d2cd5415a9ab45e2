import type { ScoreEvent } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import type { Address } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { jsonList, jsonRows, readList } from '../db/json-rows.ts'
import { readTogether } from '../db/read-together.ts'
import type { Role } from '../db/tables.ts'
import { showPoints } from '../leaderboard/points.ts'
import { oneFor } from '../one-for.ts'

const shown = 100

type Row = [id: string, at: number, role: Role, points: number, reason: string, questId: string]

const readerOf = oneFor(({ db }: Context) =>
  readTogether((addresses: readonly Address[]) => readHistories(db, addresses)),
)

/**
 * Where the points of an address come from, newest first: the last hundred. Of whom people ask for at the same moment,
 * everyone is looked up at once.
 */
export async function readHistory(context: Context, address: Address): Promise<ScoreEvent[]> {
  const rows = (await readerOf(context)(address)) ?? []
  return rows.map(([, at, role, points, reason, questId]) => ({
    at: instant(at),
    role,
    points: showPoints(points),
    reason,
    questId,
  }))
}

async function readHistories(db: Db, addresses: readonly Address[]): Promise<Map<Address, Row[]>> {
  const asked = addresses.map(address => ({ address }))
  const columns = ['id', 'at', 'role', 'points', 'reason', 'quest_id']
  const { rows } = await sql<{ of: Address; events: string | null }>`
    select k.address as "of",
      (select ${jsonList(db, columns)} from (
        select * from score_events e where e.address = k.address
        order by e.id desc limit ${sql.lit(shown)}) as newest) as events
    from ${jsonRows(db, 'k', ['address'], asked)}`.execute(db)
  const newestFirst = ([a]: Row, [b]: Row) => (a < b ? 1 : -1)
  return new Map(rows.map(({ of, events }) => [of, readList<Row>(events).sort(newestFirst)]))
}
