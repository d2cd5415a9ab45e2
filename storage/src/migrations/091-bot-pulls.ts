import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Pull requests whose heads say whether their merge pays, and the repositories whose quests changed since. */
export const botPulls = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const maybe = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const number = sql`bigint not null`
  const count = sql`integer not null default 0`
  await db.schema
    .createTable('bot_repositories')
    .addColumn('repo_key', text)
    .addColumn('next_at', number)
    .addPrimaryKeyConstraint('bot_repositories_key', ['repo_key'] as never[])
    .execute()
  await sql`create index bot_repositories_by_time on bot_repositories (next_at)`.execute(db)
  await db.schema
    .createTable('bot_pulls')
    .addColumn('repo_key', text)
    .addColumn('pull_request', number)
    .addColumn('repository', text)
    .addColumn('at', number)
    .addColumn('open', sql`integer not null default 1`)
    .addColumn('author_id', maybe)
    .addColumn('facts', maybe)
    .addColumn('looks', count)
    .addColumn('shown', sql`${text} default ''`)
    .addColumn('tries', count)
    .addColumn('next_at', number)
    .addPrimaryKeyConstraint('bot_pulls_key', ['repo_key', 'pull_request'] as never[])
    .execute()
  await sql`create index bot_pulls_by_time on bot_pulls (next_at)`.execute(db)
  await sql`create index bot_pulls_by_age on bot_pulls (open, at)`.execute(db)
  await sql`create index bot_pulls_by_author on bot_pulls (author_id) where author_id is not null`.execute(db)
}
