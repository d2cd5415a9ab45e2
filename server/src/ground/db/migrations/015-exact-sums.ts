import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * A split pays less than a place costs, and a reward that is raised makes places cost more than those that were paid. What a
 * quest's sums are off from its counts times its amount is kept, and not the sums: the version before, which writes the
 * counts alone, leaves it right.
 */
export const exactSums = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  for (const column of ['promised_off', 'released_off', 'refunded_off'])
    await db.schema.alterTable('quests').addColumn(column, text).execute()
  await db.schema.alterTable('assignments').addColumn('paid', text).execute()
}
