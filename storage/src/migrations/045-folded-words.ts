import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Search ignores accents. A job finds the quests whose words still have letters beyond ASCII. */
export const foldedWords = (engine: Engine) => async (db: Kysely<unknown>) => {
  await sql`alter table quest_texts add column folded integer not null default 0`.execute(db)
  const isForeign = engine === 'postgres' ? sql`words ~ '[^ -~]'` : sql`words glob '*[^ -~]*'`
  await sql`create index quest_texts_to_fold on quest_texts (quest_id) where folded = 0 and ${isForeign}`.execute(
    db,
  )
}
