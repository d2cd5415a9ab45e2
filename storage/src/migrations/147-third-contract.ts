import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The third version of the contract: each deposit keeps its deciders, and a word of the attester names the work. */
export const thirdContract = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('escrows').addColumn('arbiter', text).execute()
  await db.schema.alterTable('escrows').addColumn('attester', text).execute()
  await db.schema.alterTable('escrow_calls').addColumn('work', text).execute()
  await sql`create index escrows_without_arbiter on escrows (contract)
    where version > 2 and arbiter is null`.execute(db)
  await sql`create index escrows_by_arbiter on escrows (arbiter) where arbiter is not null`.execute(db)
}
