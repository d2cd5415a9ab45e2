import { type Kysely, sql } from 'kysely'

export const reclaimed = async (db: Kysely<unknown>) => {
  await db.schema.alterTable('assignments').addColumn('reclaimed_at', sql`bigint`).execute()
  // Unpaid parts are rare, and each profile asks for its own.
  await sql`create index assignments_unpaid on assignments (giver) where unpaid is not null`.execute(db)
}
