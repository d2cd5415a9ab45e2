import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** A mailbox is looked through for one quest or one sender. Which quest a notice is about was in its sealed text alone. */
export const mailByQuest = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('mail').addColumn('quest_id', text).execute()
  await sql`create index mail_by_quest on mail (owner, quest_id, id) where quest_id is not null`.execute(db)
  await sql`create index mail_by_sender on mail (owner, sender, id)`.execute(db)
}
