import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * A split pays less than a place costs, and after a raise new places cost more than those already paid. The table stores a
 * quest's difference from its counts times its amount, instead of the sums: the version before writes the counts alone, and
 * the difference stays right.
 */
export const exactSums = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  for (const column of ['promised_off', 'released_off', 'refunded_off'])
    await db.schema.alterTable('quests').addColumn(column, text).execute()
  await db.schema.alterTable('assignments').addColumn('paid', text).execute()
}
