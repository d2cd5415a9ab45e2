import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** A keyed digest of a channel's host, since addresses are sealed; null for earlier channels. */
export const channelHosts = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('subscriptions').addColumn('host', text).execute()
}
