import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * A contract pays all prizes of a contest to one account, which a splitter divides: its address, whom calls name for it, the part
 * of each entry, and who paid a deposit in for its giver.
 */
export const prizesOnChain = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('contest_entries').addColumn('part', text).execute()
  for (const column of ['sponsor', 'splitter', 'prizes_account'])
    await db.schema.alterTable('escrows').addColumn(column, text).execute()
  await db.schema.alterTable('escrow_calls').addColumn('payee', text).execute()
}
