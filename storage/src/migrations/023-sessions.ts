import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const sessions = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('session_generations')
    .addColumn('address', string)
    .addColumn('generation', number)
    .addPrimaryKeyConstraint('session_generations_key', ['address'] as never[])
    .execute()
  await db.schema
    .createTable('wallet_chains')
    .addColumn('address', string)
    .addColumn('chain_id', number)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('wallet_chains_key', ['address'] as never[])
    .execute()
  await db.schema
    .createTable('wallet_sessions')
    .addColumn('id', string)
    .addColumn('address', string)
    .addColumn('chain_id', number)
    .addColumn('hash', string)
    .addColumn('signature', string)
    .addColumn('owners', text)
    .addColumn('look_at', number)
    .addColumn('expires_at', number)
    .addPrimaryKeyConstraint('wallet_sessions_key', ['id'] as never[])
    .execute()
  for (const index of [
    sql`session_generations_by_time on session_generations (generation)`,
    sql`wallet_sessions_by_address on wallet_sessions (address, expires_at)`,
    sql`wallet_sessions_to_look_at on wallet_sessions (look_at)`,
  ])
    await sql`create index ${index}`.execute(db)
}
