import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Commands of farmers in issues, for those who turned them on. */
export const farmersCommands = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('profiles')
    .addColumn('codehost_commands', sql`integer not null default 0`)
    .execute()
  await db.schema.alterTable('bot_commands').addColumn('note', text).execute()
  await db.schema.alterTable('bot_comments').addColumn('refused', text).execute()
}
