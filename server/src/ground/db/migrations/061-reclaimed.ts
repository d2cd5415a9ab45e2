import { type Kysely, sql } from 'kysely'

/** When who paid in took back what the farmer had won, and left in the contract for a year. */
export const reclaimed = async (db: Kysely<unknown>) => {
  await db.schema.alterTable('assignments').addColumn('reclaimed_at', sql`bigint`).execute()
  // What waits is rare, and each profile asks for its own.
  await sql`create index assignments_unpaid on assignments (giver) where unpaid is not null`.execute(db)
}
