import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The places and the counting work of a code-host account, and a row that two accepts of one farmer take in turn. */
export const placesLadder = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('place_takers')
    .addColumn('taker', sql`${text} not null`)
    .addColumn('takes', sql`bigint not null`)
    .addPrimaryKeyConstraint('place_takers_key', ['taker'] as never[])
    .execute()
  await sql`create index assignments_by_account on assignments (codehost_id, status, counted)
    where codehost_id is not null`.execute(db)
}
