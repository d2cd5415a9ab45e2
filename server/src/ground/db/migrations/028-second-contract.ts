import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * The second version of the escrow contract: each deposit's version, and the end of the notice before its giver takes free
 * places back.
 */
export const secondContract = (_: Engine) => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('escrows').addColumn('version', sql`integer not null default 1`).execute()
  await db.schema.alterTable('escrows').addColumn('notice_ends_at', sql`bigint`).execute()
  await db.schema.alterTable('assignments').addColumn('round', sql`integer not null default 0`).execute()
}
