import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** For whom the contract keeps a part of decided work that its receiver did not take: farmer, giver or both. */
export const credits = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('assignments').addColumn('unpaid', text).execute()
}
