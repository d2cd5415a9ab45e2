import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
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

/** Time limits that are set nowhere, where no session keeps any. */
export async function readMissingLimits(db: Db): Promise<string[]> {
  if (engineOf(db) === 'sqlite') return []
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('lock_timeout', 'statement_timeout') and reset_val = '0' order by name`.execute(db)
  return rows.map(({ name }) => name)
}
