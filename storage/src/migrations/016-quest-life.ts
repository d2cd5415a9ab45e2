import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { appendOnly } from './append-only.ts'

export const questLife = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const count = sql`integer not null default 0`
  const time = sql`bigint not null`
  const quests = db.schema.alterTable('quests')
  await quests.addColumn('paused', count).execute()
  await quests.addColumn('revision', count).execute()
  await quests.addColumn('edit_told_at', sql`bigint not null default 0`).execute()
  await sql`create index quests_paused on quests (deadline) where paused = 1`.execute(db)

  await db.schema
    .createTable('quest_revisions')
    .addColumn('quest_id', text)
    .addColumn('number', sql`integer not null`)
    .addColumn('at', time)
    .addColumn('before', text)
    .addColumn('after', text)
    .addPrimaryKeyConstraint('quest_revisions_key', ['quest_id', 'number'] as never[])
    .execute()
  await appendOnly(db, engine, 'quest_revisions')

  await db.schema
    .createTable('quest_drafts')
    .addColumn('id', text)
    .addColumn('owner', text)
    .addColumn('version', sql`integer not null`)
    .addColumn('template', sql`integer not null`)
    .addColumn('quest', text)
    .addColumn('bytes', sql`integer not null`)
    .addColumn('created_at', time)
    .addColumn('updated_at', time)
    .addPrimaryKeyConstraint('quest_drafts_key', ['id'] as never[])
    .execute()
  await db.schema.createIndex('quest_drafts_by_owner').on('quest_drafts').columns(['owner', 'id']).execute()
}
