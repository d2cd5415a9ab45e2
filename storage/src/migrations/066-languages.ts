import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The language in which a person gets the service's letters; null where they chose none. */
export const profileLanguages = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('profiles').addColumn('language', text).execute()
}
