import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const bot = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const maybe = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const number = sql`bigint not null`
  const count = sql`integer not null default 0`
  await db.schema
    .createTable('bot_commands')
    .addColumn('id', text)
    .addColumn('repository', text)
    .addColumn('issue_number', number)
    .addColumn('author_id', text)
    .addColumn('login', text)
    .addColumn('does', text)
    .addColumn('amount', maybe)
    .addColumn('token', maybe)
    .addColumn('at', number)
    .addColumn('tries', count)
    .addColumn('next_at', number)
    .addPrimaryKeyConstraint('bot_commands_key', ['id'] as never[])
    .execute()
  await sql`create index bot_commands_by_time on bot_commands (next_at)`.execute(db)
  await sql`create index bot_commands_by_age on bot_commands (at)`.execute(db)
  await sql`create index bot_commands_by_author on bot_commands (author_id)`.execute(db)
  await db.schema
    .createTable('bot_comments')
    .addColumn('repo_key', text)
    .addColumn('issue_number', number)
    .addColumn('repository', text)
    .addColumn('asker', text)
    .addColumn('since', number)
    .addColumn('draft', maybe)
    .addColumn('comment', maybe)
    .addColumn('shown', sql`${text} default ''`)
    .addColumn('labelled', count)
    .addColumn('tries', count)
    .addColumn('next_at', number)
    .addPrimaryKeyConstraint('bot_comments_key', ['repo_key', 'issue_number'] as never[])
    .execute()
  await sql`create index bot_comments_by_time on bot_comments (next_at)`.execute(db)
  await sql`create index bot_comments_by_asker on bot_comments (asker)`.execute(db)
  await db.schema
    .createTable('bot_silences')
    .addColumn('repo_key', text)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('bot_silences_key', ['repo_key'] as never[])
    .execute()
  await db.schema
    .createTable('bot_writers')
    .addColumn('repo_key', text)
    .addColumn('address', text)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('bot_writers_key', ['repo_key', 'address'] as never[])
    .execute()
  await sql`create index bot_writers_by_address on bot_writers (address)`.execute(db)
  // Finding the quests of an issue reads no others of its repository.
  await sql`create index quests_by_issue on quests (repo_key, issue_number, id) where issue_number is not null`.execute(
    db,
  )
}
