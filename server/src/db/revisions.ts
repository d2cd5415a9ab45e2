import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What is shown as one body that many read. */
export type Shown = 'quests' | 'leaderboard' | 'community_dao'

export type Revisions = Readonly<Record<Shown, number>>

/**
 * Counts a change of what is shown, in the transaction that changes it. All counters are in one row, and this is a
 * transaction's last statement: whoever reads a count sees everything that was counted.
 */
export async function countChange(trx: Db, ...shown: readonly Shown[]): Promise<void> {
  const next = Object.fromEntries(shown.map(name => [name, sql<number>`${sql.ref(name)} + 1`]))
  await trx.updateTable('revisions').set(next).where('id', '=', 1).execute()
}

/**
 * A reader of the counters. Calls that come while a check is under way share the next one, which begins after they
 * came: so thousands of requests cost few checks, and none is answered from before it was asked.
 */
export function createRevisionReader(db: Db): () => Promise<Revisions> {
  const query = db
    .selectFrom('revisions')
    .select(['quests', 'leaderboard', 'community_dao'])
    .where('id', '=', 1)
    .compile()
  const read = async () => (await db.executeQuery<Revisions>(query)).rows[0] as Revisions

  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Revisions> | null = null
  return () => {
    next ??= running.then(nextTurn).then(() => {
      const check = read()
      next = null
      running = check.catch(() => {})
      return check
    })
    return next
  }
}

/** After the requests of this turn of the event loop were all read from their sockets. */
function nextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
