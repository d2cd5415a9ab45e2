import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { addCounters } from './009-counters.ts'

export const search = (engine: Engine) => async (db: Kysely<unknown>) => {
  const string = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  await sql`alter table quest_words rename to quest_words_before`.execute(db)
  await db.schema
    .createTable('quest_texts')
    .addColumn('quest_id', string)
    .addColumn('words', string)
    .addPrimaryKeyConstraint('quest_texts_key', ['quest_id'] as never[])
    .execute()
  await sql`
    insert into quest_texts (quest_id, words)
    select quest_id, ' ' || string_agg(word, ' ') || ' ' from quest_words_before group by quest_id`.execute(
    db,
  )

  const words = db.schema
    .createTable('quest_words')
    .addColumn('day', string)
    .addColumn('word', string)
    .addColumn('quest_id', string)
  const fill = sql`
    insert into quest_words (day, word, quest_id)
    select substr(quest_id, 7, 5), word, quest_id from quest_words_before`
  const [name, key] = ['quest_words_by_day', ['day', 'word', 'quest_id']] as const
  if (engine === 'sqlite') {
    const keyed = words.addPrimaryKeyConstraint(name, key as never)
    await keyed.modifyEnd(sql`without rowid`).execute()
    await sql`${fill} order by 1, 2, 3`.execute(db)
  } else {
    // Building an index after the rows are there takes half the time.
    await words.execute()
    await fill.execute(db)
    await db.schema
      .alterTable('quest_words')
      .addPrimaryKeyConstraint(name, key as never)
      .execute()
  }
  await sql`drop table quest_words_before`.execute(db)

  await db.schema
    .createIndex('quests_by_giver_status')
    .on('quests')
    .columns(['giver', 'status', 'id'])
    .execute()
  await db.schema.dropIndex('assignments_by_farmer_quest').execute()
  await db.schema
    .createIndex('assignments_by_farmer_quest')
    .on('assignments')
    .columns(['farmer', 'quest_id', 'status'])
    .execute()
  await addCounters(db, engine)
}
