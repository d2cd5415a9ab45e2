import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { engineOf } from '@furrow/storage/engine.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { sql, type Transaction } from 'kysely'
import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import type { Context } from '../src/ground/context.ts'

export type Hold = {
  /** Ends the transaction: its locks are free again. */
  letGo(): Promise<void>
  /** The number of others that wait for it. */
  countWaiting(): Promise<number>
}

/** A transaction of somebody else's on PostgreSQL, frozen after these statements. */
async function freeze(
  env: Readonly<Record<string, string>>,
  statements: readonly (readonly [string, ...unknown[]])[],
): Promise<Hold> {
  const client = new Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  for (const [statement, ...parameters] of statements) await client.query(statement, parameters)
  return {
    async letGo() {
      await client.query('rollback')
    },
    async countWaiting() {
      const { rows } = await client.query(
        'select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
      )
      return rows.length
    },
  }
}

/** These quests, locked by somebody else: on SQLite a transaction has all of them, and the rest of the database. */
export async function holdQuests(
  env: Readonly<Record<string, string>>,
  ids: readonly string[],
): Promise<Hold> {
  if (env.DATABASE_URL !== undefined)
    return freeze(env, [['select id from quests where id = any($1) for update', ids]])
  const database = new DatabaseSync(join(env.DATA_DIR as string, 'furrow.sqlite'))
  onTestFinished(() => database.close())
  database.exec('begin immediate')
  return {
    letGo: async () => database.exec('rollback'),
    countWaiting: async () => 0,
  }
}

/**
 * A service on PostgreSQL that stands still just before it commits an act: it has every lock that the real act takes. It is
 * undone when the test ends, unless it commits; or by the database, after so many milliseconds.
 */
export async function freezeBeforeCommit(
  { db }: Context,
  act: (trx: Transaction<Tables>) => Promise<unknown>,
  undoneAfter = 0,
): Promise<Hold & { commit(): Promise<void> }> {
  const trx = await db.startTransaction().execute()
  const letGo = async () => {
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {})
  }
  // Not waited for: it may itself be kept waiting by one that was frozen before it.
  onTestFinished(() => void letGo())
  if (engineOf(db) === 'postgres')
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(undoneAfter)}`.execute(trx)
  await act(trx)
  return {
    letGo,
    commit: () => trx.commit().execute(),
    async countWaiting() {
      const { rows } =
        await sql`select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
          trx,
        )
      return rows.length
    },
  }
}
