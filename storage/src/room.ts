import type { Db } from './db.ts'
import { isWithoutRoom } from './outage.ts'

/** The time without any write after which one may be tried again. */
const retryAfter = 30_000

type Latest = { failedAt: number; wroteAt: number }

const known = new WeakMap<Db, Latest>()

function latest(db: Db): Latest {
  const made = known.get(db) ?? { failedAt: Number.NEGATIVE_INFINITY, wroteAt: Number.NEGATIVE_INFINITY }
  known.set(db, made)
  return made
}

export function noteFailure(db: Db, error: unknown): void {
  if (isWithoutRoom(error)) latest(db).failedAt = performance.now()
}

export function noteWrite(db: Db): void {
  latest(db).wroteAt = performance.now()
}

/** A write failed for room or disk, and none succeeded since; small ones may still fit into free space. */
export function lacksRoom(db: Db): boolean {
  const { failedAt, wroteAt } = latest(db)
  return failedAt > wroteAt && performance.now() - failedAt < retryAfter
}

/** Whether that was recent, so that a test write has to take new room. */
export function lackedRoom(db: Db): boolean {
  return performance.now() - latest(db).failedAt < 2 * retryAfter
}
