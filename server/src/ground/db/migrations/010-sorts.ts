import { type Kysely, sql } from 'kysely'

/**
 * The sort keys of quests, each one text that ends in the id: the largest comes first, and the newest among equals. The
 * indexes repeat these very words, so they are never edited. Rewards are padded to equally many digits before the point (an
 * amount has at most 15), and no digit or point sorts below the hyphen. A deadline counts down from a number of 17 digits.
 */
export const sortKeys = {
  reward: sql<string>`substr('000000000000000', 1 + length(amount) - length(ltrim(amount, '0123456789'))) || amount || '-' || id`,
  deadline: sql<string>`case when deadline is null then '0' else cast(19007199254740991 - deadline as text) end || '-' || id`,
}

/** The lower bound for the keys of all deadlines until then; quests without a deadline are below it. */
export function keyOfDeadline(at: number): string {
  return String(19007199254740991n - BigInt(at))
}

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
