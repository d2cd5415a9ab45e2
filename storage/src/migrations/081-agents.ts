import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** API keys of agents, and what such a key did: `agent` in `via`; null for people, for programs of theirs, and from before. */
export const agents = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('api_keys').addColumn('agent', sql`integer not null default 0`).execute()
  await db.schema.alterTable('quest_events').addColumn('via', text).execute()
}
