import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const files = (engine: Engine) => async (db: Kysely<unknown>) => {
  const type = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const text = sql`${type} not null`
  await db.schema
    .createTable('files')
    .addColumn('id', text, column => column.primaryKey())
    .addColumn('owner', text)
    .addColumn('given', text)
    .addColumn('place', text)
    .addColumn('quest_id', type)
    .addColumn('farmer', type)
    .addColumn('giver', type)
    .addColumn('hash', text)
    .addColumn('type', text)
    .addColumn('bytes', sql`bigint not null`)
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('created_at', sql`bigint not null`)
    .execute()
  await db.schema
    .createIndex('files_once')
    .unique()
    .on('files')
    .columns(['owner', 'given', 'place'])
    .execute()
  await db.schema.createIndex('files_by_owner').on('files').columns(['owner', 'id']).execute()
  await db.schema.createIndex('files_by_hash').on('files').columns(['hash']).execute()

  await db.schema
    .createTable('file_removals')
    .addColumn('hash', text, column => column.primaryKey())
    .addColumn('at', sql`bigint not null`)
    .addColumn('taken_until', sql`bigint not null default 0`)
    .execute()
  await db.schema.createIndex('file_removals_by_time').on('file_removals').columns(['at']).execute()
}
