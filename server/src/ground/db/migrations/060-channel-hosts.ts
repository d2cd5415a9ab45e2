import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Which channels lead to one host, by a keyed digest, since their addresses are sealed: null of those from before. */
export const channelHosts = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('subscriptions').addColumn('host', text).execute()
}
