import { type Kysely, sql } from 'kysely'

/** Sessions of an address that go on: each sign-in counts them, however many have ended. */
export const liveSessions = () => async (db: Kysely<unknown>) => {
  await sql`create index sessions_live on sessions (address, created_at) where ended_at is null`.execute(db)
}
