import { type Kysely, sql } from 'kysely'

export const hiddenFiles = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('files').addColumn('hidden_at', sql`bigint`).execute()
}
