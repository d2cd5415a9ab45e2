import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Quests that people keep for themselves. */
export const bookmarks = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('bookmarks')
    .addColumn('address', text, column => column.notNull())
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('at', sql`bigint not null`)
    .addPrimaryKeyConstraint('bookmarks_pkey', ['address', 'quest_id'])
    .execute()
  await sql`create index bookmarks_by_age on bookmarks (address, at, quest_id)`.execute(db)
}
