import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Further conditions for a place, the age of accounts, and what is known of a place from its beginning. */
export const conditions = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('quests').addColumn('conditions', text).execute()
  await db.schema.alterTable('profiles').addColumn('codehost_since', text).execute()
  for (const name of ['newcomer', 'agent'])
    await db.schema.alterTable('assignments').addColumn(name, sql`integer not null default 0`).execute()
}
