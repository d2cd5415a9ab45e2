import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { planIsOutdated } from './named-statements.ts'
import { tellOfWrite } from './own-writes.ts'
import { pipelined } from './pipelined.ts'
import { noteFailure } from './room.ts'
import type { Tables } from './tables.ts'
import { traced } from './tracing.ts'

const attempts = 10
/** serialization_failure, deadlock_detected and a stale plan: all is rolled back, and can run again. */
const transient = new Set(['40001', '40P01', planIsOutdated])

/**
 * Runs `work` in one transaction, and again where the database asks for it: so it must do nothing but database work. Work
 * that `readsFirst`, and waits for what it read before it writes, is a trip shorter.
 */
export async function transaction<T>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<T>,
  { readsFirst = false } = {},
): Promise<T> {
  const act =
    engineOf(db) === 'postgres' ? () => pipelined(db, work, readsFirst) : () => db.transaction().execute(work)
  try {
    const value = await again(() => traced('transaction', {}, act))
    tellOfWrite()
    return value
  } catch (error) {
    noteFailure(db, error)
    throw error
  }
}

/** Retries where the database rolled it back for another transaction's sake. */
export async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (attempt === attempts || !transient.has(code)) throw error
      // The other transaction may be there again: those that meet take different pauses.
      if (attempt > 1) await sleep(Math.random() * 2 ** attempt)
    }
  }
}

/** Earlier reads are stale: thrown in a transaction, it is rolled back and runs again. */
export class OutdatedError extends Error {
  readonly code = '40001'
}

const uniqueViolations = new Set<unknown>(['23505', 2067, 1555])

/** Whether a row with the same unique key exists: on PostgreSQL, or on SQLite. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number }
  return uniqueViolations.has(code) || uniqueViolations.has(errcode)
}
