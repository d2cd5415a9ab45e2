import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { type Limits, limitsOf } from './postgres.ts'
import { RefusedError } from './refused.ts'

/** Other clients of the pooler may take a session in between. */
const attempts = 3

/** Refuses an undeclared pooler in transaction mode, and says what it needs. @throws RefusedError */
export async function requireKnownPooler(
  { postgres }: { readonly postgres: { readonly pooled: boolean } | null },
  { db }: Database,
): Promise<void> {
  if (postgres === null || postgres.pooled || !(await sharesSessions(db))) return
  throw new RefusedError(`${sharing} ${mending}`)
}

export const sharing =
  'DATABASE_URL leads to a pooler that gives each transaction another session of PostgreSQL (transaction mode).'
export const mending = 'Set DATABASE_POOLER=transaction, or have the pooler give out whole sessions.'

/** Whether two open connections share one session of the server in turn: a pooler in transaction mode. */
export async function sharesSessions(db: Db): Promise<boolean> {
  if (engineOf(db) === 'sqlite') return false
  return db.connection().execute(one => db.connection().execute(other => areAlike(one, other)))
}

async function areAlike(one: Db, other: Db): Promise<boolean> {
  try {
    for (let attempt = 0; attempt < attempts; attempt++)
      if ((await readSession(one)) === (await readSession(other))) return true
    return false
  } catch (error) {
    // The other connection meets, or misses, a statement that the first one named.
    if (['42P05', '26000'].includes((error as { code?: string }).code ?? '')) return true
    throw error
  }
}

async function readSession(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid ?? 0
}

/** A time limit of PostgreSQL that is not as the service wants it; in milliseconds, 0 for none. */
export type OddLimit = { readonly name: string; readonly is: number; readonly wanted: number }

/**
 * Limits that differ from those of this timeout. Behind a pooler in transaction mode, what a transaction sets is the pooler's
 * matter, and what holds outside of one the database's.
 */
export async function readOddLimits(
  db: Db,
  { pooled, timeoutMs }: { readonly pooled: boolean; readonly timeoutMs: number },
): Promise<{ readonly lost: OddLimit[]; readonly unset: OddLimit[] }> {
  if (engineOf(db) === 'sqlite') return { lost: [], unset: [] }
  const wanted = limitsOf(timeoutMs)
  if (!pooled) return { lost: await compareLimits(db, wanted), unset: [] }
  const { idle_in_transaction_session_timeout: _, ...outside } = wanted
  return {
    lost: await db.transaction().execute(trx => compareLimits(trx, wanted)),
    unset: await compareLimits(db, outside),
  }
}

async function compareLimits(db: Db, wanted: Limits): Promise<OddLimit[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(Object.keys(wanted))}) order by name`.execute(
    db,
  )
  return rows
    .map(({ name, setting }) => ({ name, is: Number(setting), wanted: Math.round(wanted[name] ?? 0) }))
    .filter(({ is, wanted }) => is !== wanted)
}
