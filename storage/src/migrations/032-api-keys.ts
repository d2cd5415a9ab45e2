import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const apiKeys = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('api_keys')
    .addColumn('id', text)
    .addColumn('address', text)
    .addColumn('name', text)
    .addColumn('scopes', text)
    .addColumn('hash', text)
    .addColumn('generation', number)
    .addColumn('created_at', number)
    .addColumn('expires_at', number)
    .addColumn('used_at', sql`bigint`)
    .addPrimaryKeyConstraint('api_keys_key', ['id'] as never[])
    .execute()
  await sql`create index api_keys_by_address on api_keys (address, created_at)`.execute(db)
}
