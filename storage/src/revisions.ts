import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { writeTogether } from './write-all.ts'
import { type Shown, shown } from './writes.ts'

export type Revisions = Readonly<Record<Shown, number>>

/** Counts a change of what is shown, in its own transaction: a reader of the count sees every change counted in it. */
export async function countChange(trx: Db, ...names: readonly Shown[]): Promise<void> {
  await writeTogether(trx, writes => writes.count(...names))
}

/** Calls during a check share the next one, which begins after they came: few checks, and no answer older than its request. */
export function createRevisionReader(db: Db): () => Promise<Revisions> {
  const query = db
    .selectFrom('revisions')
    .select(shown.map(name => sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name)))
    .$castTo<Revisions>()
    .compile()
  const read = async () => (await db.executeQuery<Revisions>(query)).rows[0] as Revisions

  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Revisions> | null = null
  return () => {
    // Runs after the requests of this turn of the event loop were all read from their sockets.
    next ??= running
      .then(() => nextTurn())
      .then(() => {
        const check = read()
        next = null
        running = check.catch(() => {})
        return check
      })
    return next
  }
}
