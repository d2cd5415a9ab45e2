import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const credits = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('assignments').addColumn('unpaid', text).execute()
}
