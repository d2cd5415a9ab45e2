import { type Kysely, sql } from 'kysely'

/** The events of one day, in their order, without a sort: a day may have a million. */
export const eventDays = async (db: Kysely<unknown>) => {
  await sql`create index quest_events_by_time on quest_events (at, quest_id, number)`.execute(db)
}
