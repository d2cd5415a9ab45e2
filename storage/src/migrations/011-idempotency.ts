import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The outcome of each wallet's requests with an Idempotency-Key, for a day. */
export const idempotency = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('address', text)
    .addColumn('key', text)
    .addColumn('fingerprint', text)
    .addColumn('made', text)
    .addColumn('at', sql`bigint not null`)
    .addPrimaryKeyConstraint('idempotency_keys_key', ['address', 'key'] as never[])
    .execute()
  await db.schema.createIndex('idempotency_keys_by_time').on('idempotency_keys').columns(['at']).execute()
}
