import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { letTextsGo } from './031-leaving.ts'
import { appendOnly } from './append-only.ts'

export const moderation = (engine: Engine) => async (db: Kysely<unknown>) => {
  const letters = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const text = sql`${letters} not null`
  const number = sql`bigint not null`
  for (const table of ['quests', 'comments', 'profiles', 'proposals'])
    await db.schema.alterTable(table).addColumn('hidden_at', sql`bigint`).execute()
  await db.schema
    .createTable('moderators')
    .addColumn('address', text)
    .addColumn('named_at', number)
    .addPrimaryKeyConstraint('moderators_key', ['address'] as never[])
    .execute()
  await db.schema
    .createTable('reports')
    .addColumn('kind', text)
    .addColumn('thing', text)
    .addColumn('reporter', text)
    .addColumn('at', number)
    .addColumn('reason', text)
    .addColumn('note', text)
    .addColumn('letter', text)
    .addColumn('outcome', letters)
    .addPrimaryKeyConstraint('reports_key', ['kind', 'thing', 'reporter'] as never[])
    .execute()
  await db.schema
    .createTable('reported_things')
    .addColumn('kind', text)
    .addColumn('thing', text)
    .addColumn('owner', text)
    .addColumn('place', letters)
    .addColumn('reports', number)
    .addColumn('opened_at', number)
    .addColumn('last_at', number)
    .addPrimaryKeyConstraint('reported_things_key', ['kind', 'thing'] as never[])
    .execute()
  await db.schema
    .createTable('moderation_log')
    .addColumn('id', text)
    .addColumn('at', number)
    .addColumn('actor', text)
    .addColumn('action', text)
    .addColumn('kind', text)
    .addColumn('thing', text)
    .addColumn('title', text)
    .addColumn('owner', text)
    .addColumn('reason', text)
    .addColumn('reports', number)
    .addPrimaryKeyConstraint('moderation_log_key', ['id'] as never[])
    .execute()
  await db.schema
    .createTable('moderation_answers')
    .addColumn('id', text)
    .addColumn('owner', text)
    .addColumn('note', text)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('moderation_answers_key', ['id'] as never[])
    .execute()
  await db.schema
    .createTable('frozen_wallets')
    .addColumn('address', text)
    .addColumn('action', text)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('frozen_wallets_key', ['address'] as never[])
    .execute()
  for (const index of [
    sql`reports_by_reporter on reports (reporter, outcome)`,
    sql`reports_newest on reports (kind, thing, at)`,
    sql`reported_things_open on reported_things (place) where place is not null`,
    sql`reported_things_by_owner on reported_things (owner)`,
    sql`moderation_log_by_owner on moderation_log (owner, id)`,
    sql`moderation_log_by_actor on moderation_log (actor)`,
    sql`moderation_log_by_thing on moderation_log (kind, thing, id)`,
    sql`moderation_answers_by_owner on moderation_answers (owner)`,
  ])
    await sql`create index ${index}`.execute(db)
  await appendOnly(db, engine, 'moderation_log')
  await letTextsGo(db, engine, 'moderation_log', ['id', 'at', 'action', 'kind'])
}
