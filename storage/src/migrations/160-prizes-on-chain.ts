import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The part of each entry in what a contract pays for all prizes, and who paid a deposit in for its giver. */
export const prizesOnChain = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('contest_entries').addColumn('part', text).execute()
  await db.schema.alterTable('escrows').addColumn('sponsor', text).execute()
}
