import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** A giver's own notes on the places of farmers; both texts are sealed. */
export const placeNotes = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('place_notes')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('farmer', text, column => column.notNull())
    .addColumn('giver', text, column => column.notNull())
    .addColumn('label', text)
    .addColumn('note', text)
    .addColumn('updated_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('place_notes_pkey', ['quest_id', 'farmer'])
    .execute()
  await sql`create index place_notes_by_giver on place_notes (giver, quest_id, farmer)`.execute(db)
}
