import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The numbers of the repositories that quests are linked to: names change hands, numbers do not. */
export const repositoryIds = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const key = sql`${text} not null`
  await db.schema
    .createTable('quest_repositories')
    .addColumn('quest_id', key)
    .addColumn('repository_id', key)
    .addColumn('repo_key', key)
    .addPrimaryKeyConstraint('quest_repositories_key', ['quest_id'] as never[])
    .execute()
  await sql`create index quest_repositories_by_key on quest_repositories (repo_key, repository_id)`.execute(
    db,
  )
  await sql`create index quest_repositories_by_id on quest_repositories (repository_id, repo_key)`.execute(db)
}
