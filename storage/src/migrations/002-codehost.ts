import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const codehost = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const time = sql`bigint not null`

  await db.schema.alterTable('assignments').addColumn('merge_check', text).execute()
  await db.schema
    .createIndex('assignments_by_merge_check')
    .on('assignments')
    .columns(['merge_check', 'status', 'review_ends_at'])
    .execute()

  await db.schema
    .createTable('merges')
    .addColumn('quest_id', string)
    .addColumn('farmer', string)
    .addColumn('repository_id', string)
    .addColumn('repository', string)
    .addColumn('pull_request', sql`integer not null`)
    .addColumn('pull_request_id', string)
    .addColumn('author_id', string)
    .addColumn('merged_by_id', text)
    .addColumn('merged_at', time)
    .addColumn('merge_sha', text)
    .addColumn('base_branch', string)
    .addColumn('text_hash', string)
    .addColumn('issue_number', sql`bigint`)
    .addColumn('issue_closed', sql`integer not null default 0`)
    .addColumn('readable', sql`integer not null default 1`)
    .addColumn('seen_at', time)
    .addColumn('tries', sql`integer not null default 0`)
    .addColumn('check_at', sql`bigint not null default 0`)
    .addPrimaryKeyConstraint('merges_key', ['quest_id', 'farmer'] as never[])
    .execute()
  await db.schema
    .createIndex('merges_by_pull_request')
    .on('merges')
    .columns(['repository_id', 'pull_request'])
    .unique()
    .execute()

  await db.schema
    .createTable('merge_hints')
    .addColumn('repo_key', string)
    .addColumn('repository', string)
    .addColumn('pull_request', sql`integer not null`)
    .addColumn('author_id', text)
    .addColumn('first_at', time)
    .addColumn('tries', sql`integer not null default 0`)
    .addColumn('next_at', time)
    .addPrimaryKeyConstraint('merge_hints_key', ['repo_key', 'pull_request'] as never[])
    .execute()
  await db.schema.createIndex('merge_hints_by_time').on('merge_hints').columns(['next_at']).execute()
  await db.schema.createIndex('merge_hints_by_author').on('merge_hints').columns(['author_id']).execute()

  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', string)
    .addColumn('at', time)
    .addPrimaryKeyConstraint('webhook_deliveries_key', ['id'] as never[])
    .execute()
  await db.schema.createIndex('webhook_deliveries_by_time').on('webhook_deliveries').columns(['at']).execute()
}
