import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** A giver's questions to applicants, and each application's answers with the questions as they were asked then. */
export const questions = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .alterTable('quests')
    .addColumn('questions', text, column => column.notNull().defaultTo('[]'))
    .execute()
  for (const name of ['asked', 'answers'])
    await db.schema.alterTable('applications').addColumn(name, text).execute()
}
