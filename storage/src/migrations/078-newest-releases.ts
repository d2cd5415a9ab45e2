import { type Kysely, sql } from 'kysely'

/** The newest releases of all givers: how soon a community pays. */
export const newestReleases = async (db: Kysely<unknown>) => {
  await sql`create index assignments_by_release on assignments (released_at) where status = 'released'`.execute(
    db,
  )
}
