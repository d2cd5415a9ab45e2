import { type Kysely, sql } from 'kysely'

/**
 * What quests are sorted by, as one text that ends in the id: the largest comes first, and the newest of those that are alike.
 * The indexes are of these very words: they are never edited. A reward's digits before the point are as many in each (an
 * amount has at most 15), and no digit or point is below the hyphen. A deadline counts down from a number of 17 digits.
 */
export const sortKeys = {
  reward: sql<string>`substr('000000000000000', 1 + length(amount) - length(ltrim(amount, '0123456789'))) || amount || '-' || id`,
  deadline: sql<string>`case when deadline is null then '0' else cast(19007199254740991 - deadline as text) end || '-' || id`,
}

/** All deadlines until then, and none that is not there, have a key of at least this. */
export function keyOfDeadline(at: number): string {
  return String(19007199254740991n - BigInt(at))
}

/**
 * Indexes whose order is that of the sorted lists, made of what there is, so that nothing has to be filled in. The status comes
 * first: a list of one status is a part of the index, one of all of them is its parts merged, and a quest that moves on moves
 * one entry of each. What is due is found by the same one as what comes next.
 */
export function sorts(): (db: Kysely<unknown>) => Promise<void> {
  return async db => {
    await sql`create index quests_by_reward on quests (status, token, (${sortKeys.reward}))`.execute(db)
    await db.schema.dropIndex('quests_by_deadline').execute()
    await sql`create index quests_by_deadline on quests (status, (${sortKeys.deadline}))`.execute(db)
  }
}
