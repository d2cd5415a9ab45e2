import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Gas costs per giver and day, and hashes of followed blocks, which reveal that a chain took back final ones. */
export const gas = (engine: Engine) => async (db: Kysely<unknown>) => {
  const string = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('escrow_gas')
    .addColumn('contract', string)
    .addColumn('day', number)
    .addColumn('giver', string)
    .addColumn('gwei', number)
    .addPrimaryKeyConstraint('escrow_gas_key', ['contract', 'day', 'giver'] as never[])
    .execute()
  await db.schema.alterTable('escrow_attempts').addColumn('l1_fee', sql`${string} default '0'`).execute()
  await db.schema
    .createTable('escrow_blocks')
    .addColumn('contract', string)
    .addColumn('block', number)
    .addColumn('hash', string)
    .addPrimaryKeyConstraint('escrow_blocks_key', ['contract', 'block'] as never[])
    .execute()
  for (const column of ['reorganisations', 'reorganised'])
    await db.schema
      .alterTable('escrow_contracts')
      .addColumn(column, sql`integer not null default 0`)
      .execute()
  // Few calls have a problem, while all were once due.
  await sql`create index escrow_calls_with_problem on escrow_calls (contract, state) where problem is not null`.execute(
    db,
  )
}
