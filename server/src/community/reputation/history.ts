import type { ScoreEvent } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { jsonList, readList } from '@furrow/storage/json-rows.ts'
import type { Role } from '@furrow/storage/tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../ground/clock.ts'
import { showPoints } from '../../rules/points/points.ts'
import { readReason } from '../../rules/points/reasons.ts'

const shown = 100

type Row = [id: string, at: number, role: Role, points: number, reason: string, questId: string]

const columns = ['id', 'at', 'role', 'points', 'reason', 'quest_id'] as const

export function historyColumn(db: Db): RawBuilder<unknown> {
  return sql`
    (select ${jsonList(db, columns)} from (
      select * from score_events e where e.address = k.address
      order by e.id desc limit ${sql.lit(shown)}) as newest) as events`
}

export function showHistory(events: string | null): ScoreEvent[] {
  const newestFirst = ([a]: Row, [b]: Row) => (a < b ? 1 : -1)
  return readList<Row>(events)
    .sort(newestFirst)
    .map(([, at, role, points, reason, questId]) => {
      const deed = readReason(reason)
      return {
        at: instant(at),
        role,
        points: showPoints(points),
        reason,
        ...(deed && { deed }),
        questId,
      }
    })
}
