import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The receivers whose part of decided work the contract still holds, since they did not take it: farmer, giver or both. */
export const credits = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('assignments').addColumn('unpaid', text).execute()
}
