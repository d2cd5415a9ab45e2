import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const comments = (engine: Engine) => async (db: Kysely<unknown>) => {
  const letters = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const text = sql`${letters} not null`
  await db.schema
    .createTable('comment_threads')
    .addColumn('quest_id', text)
    .addColumn('last_number', sql`bigint not null`)
    .addColumn('comments', sql`bigint not null`)
    .addColumn('changes', sql`bigint not null`)
    .addColumn('closed_at', sql`bigint`)
    .addColumn('farmers_told_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('comment_threads_key', ['quest_id'] as never[])
    .execute()
  await db.schema
    .createTable('comments')
    .addColumn('quest_id', text)
    .addColumn('number', sql`bigint not null`)
    .addColumn('id', text)
    .addColumn('author', text)
    .addColumn('body', text)
    .addColumn('reply_id', letters)
    .addColumn('reply_author', letters)
    .addColumn('created_at', sql`bigint not null`)
    .addColumn('edited_at', sql`bigint`)
    .addColumn('pinned_at', sql`bigint`)
    .addColumn('deleted_at', sql`bigint`)
    .addColumn('deleted_by', letters)
    .addPrimaryKeyConstraint('comments_key', ['quest_id', 'number'] as never[])
    .execute()
  await db.schema.createIndex('comments_by_id').unique().on('comments').columns(['id']).execute()
  await sql`create index comments_pinned on comments (quest_id, number) where pinned_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('comment_readers')
    .addColumn('quest_id', text)
    .addColumn('reader', text)
    .addColumn('letter_id', letters)
    .addColumn('told_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('comment_readers_key', ['quest_id', 'reader'] as never[])
    .execute()
}
