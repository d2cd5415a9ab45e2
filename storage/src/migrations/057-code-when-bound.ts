import { type Kysely, sql } from 'kysely'

/** Whether a smart wallet had code on its chain when it was bound to that; null where an earlier version bound it. */
export const codeWhenBound = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('wallet_chains').addColumn('had_code', sql`bigint`).execute()
}
