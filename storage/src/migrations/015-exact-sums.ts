import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * Splits and raises make sums differ from counts times the amount. The difference is stored, not the sums: the version
 * before writes the counts alone, and leaves it right.
 */
export const exactSums = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  for (const column of ['promised_off', 'released_off', 'refunded_off'])
    await db.schema.alterTable('quests').addColumn(column, text).execute()
  await db.schema.alterTable('assignments').addColumn('paid', text).execute()
}
