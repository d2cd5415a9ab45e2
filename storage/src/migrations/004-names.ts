import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const names = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('ens_answers')
    .addColumn('question', sql`${text} not null`)
    .addColumn('answer', text)
    .addColumn('expires_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('ens_answers_key', ['question'] as never[])
    .execute()
  await db.schema.createIndex('ens_answers_by_expiry').on('ens_answers').columns(['expires_at']).execute()
  await db.schema.alterTable('profiles').addColumn('ens_verified', sql`integer not null default 0`).execute()
  await db.schema.alterTable('profiles').addColumn('ens_check_at', sql`bigint not null default 0`).execute()
}
