import { type Kysely, sql } from 'kysely'

/** The time from which a moderator hides a file from others. */
export const hiddenFiles = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('files').addColumn('hidden_at', sql`bigint`).execute()
}
