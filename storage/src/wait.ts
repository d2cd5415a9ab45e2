import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { isOutage, isRefusedByPooler, toLog } from './outage.ts'

const pause = 500
const tellEvery = 10_000
/** Not let in, or no such database: time changes neither. */
const refusals = /^(28|3D)/

export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError'

  constructor(what: string, cause: unknown) {
    const { message, code } = cause as NodeJS.ErrnoException
    super(`${what}: ${message || code}`, { cause })
  }
}

/** 0 waits without end. @throws UnusableDatabaseError where it did not answer in that time, or never would. */
export async function untilReachable(db: Db, waitMs: number, log: Logger): Promise<void> {
  const began = performance.now()
  for (let toldAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (
        !isOutage(error) ||
        isRefusedByPooler(error) ||
        refusals.test((error as NodeJS.ErrnoException).code ?? '')
      )
        throw new UnusableDatabaseError('The database cannot be used', error)
      const now = performance.now()
      if (waitMs > 0 && now - began >= waitMs)
        throw new UnusableDatabaseError(`The database did not answer in ${waitMs / 1_000} seconds`, error)
      if (now - toldAt >= tellEvery) {
        log.warn(toLog(error), 'the database does not answer yet: the start waits for it')
        toldAt = now
      }
      await sleep(pause)
    }
  }
}
