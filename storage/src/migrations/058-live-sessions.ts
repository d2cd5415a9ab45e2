import { type Kysely, sql } from 'kysely'

/** Each sign-in counts the live sessions of its address, however many have ended. */
export const liveSessions = () => async (db: Kysely<unknown>) => {
  await sql`create index sessions_live on sessions (address, created_at) where ended_at is null`.execute(db)
}
