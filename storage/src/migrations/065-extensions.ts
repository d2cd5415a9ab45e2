import { type Kysely, sql } from 'kysely'

/** How often the giver gave a place more time. */
export const extensions = async (db: Kysely<unknown>) => {
  await db.schema.alterTable('assignments').addColumn('extensions', sql`integer not null default 0`).execute()
}
