import { oneFor } from '../one-for.ts'
import type { Db } from './db.ts'
import { isWithoutRoom } from './outage.ts'

/** After so long without a write of anybody's, one may try again. */
const retryAfter = 30_000

const latest = oneFor((_: Db) => ({ failedAt: Number.NEGATIVE_INFINITY, wroteAt: Number.NEGATIVE_INFINITY }))

/** What was asked of the database failed with that. */
export function noteFailure(db: Db, error: unknown): void {
  if (isWithoutRoom(error)) latest(db).failedAt = performance.now()
}

/** Something that somebody sent is kept. */
export function noteWrite(db: Db): void {
  latest(db).wroteAt = performance.now()
}

/**
 * Whether a write failed for want of room, or of a disk that works, and none has succeeded since: small ones may still go
 * where others left holes, and say nothing of the next.
 */
export function lacksRoom(db: Db): boolean {
  const { failedAt, wroteAt } = latest(db)
  return failedAt > wroteAt && performance.now() - failedAt < retryAfter
}

/** Whether that was so lately, so that what is written to see it has to take new room. */
export function lackedRoom(db: Db): boolean {
  return performance.now() - latest(db).failedAt < 2 * retryAfter
}
