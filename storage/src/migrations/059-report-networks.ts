import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The network of a waiting report, as a keyed digest: wallets are free, so turns are by network too. */
export const reportNetworks = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('reports').addColumn('network', text).execute()
  await sql`create index reports_by_network on reports (network) where outcome is null and network is not null`.execute(
    db,
  )
}
