import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** These events start a review until the time that they tell; a merge tells none where the review runs already. */
const begins = sql`'submitted', 'merged', 'proposed', 'proposed-again'`
const ends = sql`'returned', 'disputed', 'released', 'refunded', 'withdrawn', 'expired', 'removed', 'place-cancelled'`

/** null where the log has no review under way. */
export function loggedEnd(db: Db): RawBuilder<number | null> {
  const told =
    engineOf(db) === 'postgres'
      ? sql`cast(cast(e.details as json) ->> 'reviewEndsAt' as bigint)`
      : sql`json_extract(e.details, '$.reviewEndsAt')`
  return sql`(select case when e.kind in (${begins}) then ${told} end from quest_events e
    where e.quest_id = assignments.quest_id and e.farmer = assignments.farmer
      and (e.kind in (${ends}) or (e.kind in (${begins}) and ${told} is not null))
    order by e.number desc limit 1)`
}

/** Compares farmer, end and price with the log: a row that somebody altered by hand is not paid, and all others are. */
export function isAsLogged(db: Db): RawBuilder<SqlBool> {
  return sql`(assignments.amount = quests.amount and coalesce(assignments.review_ends_at = ${loggedEnd(db)}, false))`
}
