import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Repositories that keep out pull requests of people without a place, and those that were kept out. */
export const botGates = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('bot_repositories').addColumn('gate', text).execute()
  await db.schema.alterTable('bot_pulls').addColumn('gated', text).execute()
}
