import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const listedSessions = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('sessions')
    .addColumn('id', string)
    .addColumn('address', string)
    .addColumn('generation', number)
    .addColumn('way', text)
    .addColumn('network', text)
    .addColumn('created_at', number)
    .addColumn('expires_at', number)
    .addColumn('used_at', sql`bigint`)
    .addColumn('ended_at', sql`bigint`)
    .addPrimaryKeyConstraint('sessions_key', ['id'] as never[])
    .execute()
  for (const index of [
    sql`sessions_by_address on sessions (address, created_at)`,
    sql`sessions_by_expiry on sessions (expires_at)`,
    sql`sessions_by_end on sessions (ended_at) where ended_at is not null`,
  ])
    await sql`create index ${index}`.execute(db)
}
