import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Approvals that givers signed, to be carried to the contract: with the call its signature, with the work its end. */
export const approvals = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('escrow_calls').addColumn('deadline', sql`bigint`).execute()
  await db.schema.alterTable('escrow_calls').addColumn('signature', text).execute()
  await db.schema.alterTable('assignments').addColumn('approval_ends_at', sql`bigint`).execute()
}
