import { type Kysely, sql } from 'kysely'

/** Promises of thanks that wait for their giver's payment: few, however many are paid. */
export const thanksWaiting = () => async (db: Kysely<unknown>) => {
  await sql`create index thanks_waiting on thanks (giver, lapses_at)
    where quest_id is null and hash is null and said_at is null`.execute(db)
}
