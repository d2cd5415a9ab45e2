import { randomUUID } from 'node:crypto'
import type { Db } from './db.ts'

/** For so long an answer holds: whoever asks more often does not make more work. */
const freshFor = 1_000
/** More than a page of SQLite's, so that it needs room; PostgreSQL stores it in a few bytes. */
const bytes = 32 * 1_024

/** Whether the database takes writes: it is given one, and commits it. Who asks at the same time shares the answer. */
export function createWriteCheck(db: Db): () => Promise<void> {
  let check: Promise<void> | null = null
  let freshUntil = 0
  return () => {
    if (check !== null && performance.now() < freshUntil) return check
    freshUntil = Number.POSITIVE_INFINITY
    check = write(db).finally(() => {
      freshUntil = performance.now() + freshFor
    })
    return check
  }
}

/** A row of its own, which is gone with the commit: nobody waits for anybody. */
async function write(db: Db): Promise<void> {
  const key = `ready:${randomUUID()}`
  await db.transaction().execute(async trx => {
    await trx
      .insertInto('meta')
      .values({ key, value: '-'.repeat(bytes) })
      .execute()
    await trx.deleteFrom('meta').where('key', '=', key).execute()
  })
}
