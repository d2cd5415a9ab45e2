import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The accounts that the service assigned to an issue. */
export const botAssigned = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('bot_comments').addColumn('assigned', text).execute()
}
