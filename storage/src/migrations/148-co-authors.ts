import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The people whom the commits of a proving pull request name beside its author, found by their account when they leave. */
export const coAuthors = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('co_authors')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('farmer', text, column => column.notNull())
    .addColumn('position', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('login', 'text')
    .addColumn('codehost_id', text)
    .addPrimaryKeyConstraint('co_authors_pkey', ['quest_id', 'farmer', 'position'])
    .execute()
  await sql`create index co_authors_by_account on co_authors (codehost_id)
    where codehost_id is not null`.execute(db)
}
