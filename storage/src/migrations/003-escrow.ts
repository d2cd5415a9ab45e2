import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const escrow = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const integer = sql`integer not null`
  const flag = sql`integer not null default 0`
  const time = sql`bigint not null`

  for (const table of ['quests', 'assignments'])
    await db.schema.alterTable(table).addColumn('rail', sql`${text} not null default 'ledger'`).execute()
  await db.schema.alterTable('assignments').addColumn('proposed', flag).execute()
  for (const [name, column] of [
    ['review_end', 'review_ends_at'],
    ['dispute_end', 'dispute_ends_at'],
  ] as const) {
    await db.schema.dropIndex(`assignments_by_${name}`).execute()
    await db.schema
      .createIndex(`assignments_by_${name}`)
      .on('assignments')
      .columns(['rail', 'status', column])
      .execute()
  }

  await db.schema
    .createTable('escrows')
    .addColumn('quest_id', string, column => column.primaryKey())
    .addColumn('escrow', string, column => column.unique())
    .addColumn('contract', string)
    .addColumn('token_address', string)
    .addColumn('decimals', integer)
    .addColumn('amount_each', string)
    .addColumn('slots', integer)
    .addColumn('status', string)
    .addColumn('problem', text)
    .addColumn('refunded_places', flag)
    .execute()

  await db.schema
    .createTable('escrow_events')
    .addColumn('hash', string)
    .addColumn('log_index', integer)
    .addColumn('block', time)
    .addColumn('quest_id', string)
    .addColumn('kind', string)
    .addColumn('farmer', text)
    .addColumn('at', time)
    .addPrimaryKeyConstraint('escrow_events_key', ['hash', 'log_index'] as never[])
    .execute()
  await db.schema
    .createIndex('escrow_events_by_quest')
    .on('escrow_events')
    .columns(['quest_id', 'block', 'log_index'])
    .execute()

  await db.schema
    .createTable('escrow_calls')
    .addColumn('id', string, column => column.primaryKey())
    .addColumn('quest_id', string)
    .addColumn('contract', string)
    .addColumn('escrow', string)
    .addColumn('kind', string)
    .addColumn('farmer', text)
    .addColumn('verified', flag)
    .addColumn('state', string)
    .addColumn('nonce', sql`bigint`)
    .addColumn('not_before', time)
    .addColumn('tries', flag)
    .addColumn('problem', text)
    .addColumn('created_at', time)
    .execute()
  await db.schema
    .createIndex('escrow_calls_by_state')
    .on('escrow_calls')
    .columns(['contract', 'state', 'not_before'])
    .execute()
  await db.schema.createIndex('escrow_calls_by_quest').on('escrow_calls').columns(['quest_id']).execute()

  await db.schema
    .createTable('escrow_nonces')
    .addColumn('operator', string)
    .addColumn('nonce', time)
    .addColumn('call_id', string)
    .addPrimaryKeyConstraint('escrow_nonces_key', ['operator', 'nonce'] as never[])
    .execute()
  await db.schema
    .createTable('escrow_attempts')
    .addColumn('hash', string, column => column.primaryKey())
    .addColumn('call_id', string)
    .addColumn('nonce', time)
    .addColumn('attempt', integer)
    .addColumn('raw', string)
    .addColumn('max_fee', string)
    .addColumn('priority_fee', string)
    .addColumn('gas', string)
    .addColumn('at', time)
    .addUniqueConstraint('escrow_attempts_in_order', ['call_id', 'nonce', 'attempt'] as never[])
    .execute()
  await db.schema
    .createTable('escrow_operators')
    .addColumn('operator', string, column => column.primaryKey())
    .addColumn('next_nonce', time)
    .execute()
  await db.schema
    .createTable('escrow_contracts')
    .addColumn('contract', string, column => column.primaryKey())
    .addColumn('next_block', sql`bigint`)
    .addColumn('problem', text)
    .execute()
}
