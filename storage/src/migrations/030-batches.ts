import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const batches = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('escrow_calls').addColumn('batch', text).execute()
  await sql`create index escrow_calls_by_batch on escrow_calls (batch, nonce) where batch is not null`.execute(
    db,
  )
  // Few calls are under way, while all once were.
  await sql`create index escrow_calls_sent on escrow_calls (contract, nonce) where state = 'sent'`.execute(db)
}
