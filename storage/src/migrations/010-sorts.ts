import { type Kysely, sql } from 'kysely'
import { sortKeys } from '../sort-keys.ts'

/**
 * Expression indexes in the order of the sorted lists, so no column has to be filled in. The status comes first: the list of
 * one status is one part of the index, the list of all merges its parts, and a quest's step moves one entry in each. The
 * same index finds due quests and the next ones due.
 */
export function sorts(): (db: Kysely<unknown>) => Promise<void> {
  return async db => {
    await sql`create index quests_by_reward on quests (status, token, (${sortKeys.reward}))`.execute(db)
    await db.schema.dropIndex('quests_by_deadline').execute()
    await sql`create index quests_by_deadline on quests (status, (${sortKeys.deadline}))`.execute(db)
  }
}
