import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import { createBreath } from './breath.ts'
import { isBusy } from './outage.ts'
import { createRunner } from './sqlite-statements.ts'
import { createTurns, type Turns, waitingSince } from './sqlite-turns.ts'

/** `reader` is a second, read-only connection; null for a database in memory. */
type Connections = { readonly writer: DatabaseSync; readonly reader: DatabaseSync | null }

/**
 * One connection writes, for one caller at a time; the other reads committed data, and waits for no writer. Foreign
 * locks make only a caller wait, and not the process, for so many milliseconds. A refused statement has done nothing.
 */
export class PatientDialect extends SqliteDialect {
  readonly #connections: Connections
  readonly #patience: number
  readonly #turns = createTurns(createBusyError)

  constructor(connections: Connections, patience: number) {
    super({ database: connections.writer as never })
    this.#connections = connections
    this.#patience = patience
  }

  get waiting(): number {
    return this.#turns.waiting
  }

  override createAdapter(): SqliteAdapter {
    return new OwnAdapter()
  }

  override createDriver(): Driver {
    return createDriver(this.#connections, this.#turns, this.#patience)
  }
}

class OwnAdapter extends SqliteAdapter {
  /** SQLite rolls back schema changes like any others: a migration runs whole or not at all, in one process. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Connection = DatabaseConnection & { inTransaction: boolean }

function createDriver({ writer, reader }: Connections, turns: Turns, patience: number): Driver {
  const write = createRunner(writer)
  const read = reader === null ? null : createRunner(reader)
  const breathe = createBreath()
  const deadline = () => (waitingSince.getStore() ?? performance.now()) + patience

  /** An earlier transaction may be left that could not even be rolled back: nothing that comes later is a part of it. */
  function undoLeft(): void {
    if (writer.isTransaction) write(rollback)
  }

  async function inTurn<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = deadline()
    await turns.begin(until)
    try {
      undoLeft()
      return await patiently(() => write<R>(query), until)
    } finally {
      turns.end()
    }
  }
  function end(connection: DatabaseConnection): void {
    const given = connection as Connection
    given.inTransaction = false
    turns.end()
  }

  return {
    async init() {},
    async acquireConnection() {
      const connection: Connection = {
        inTransaction: false,
        async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
          const breath = breathe()
          if (breath !== null) await breath
          if (connection.inTransaction) return write<R>(query)
          if (read !== null && isRead(query)) return patiently(() => read<R>(query), deadline())
          return inTurn<R>(query)
        },
        streamQuery() {
          throw new Error('Nothing is streamed from SQLite.')
        },
      }
      return connection
    },
    async beginTransaction(connection) {
      const until = deadline()
      await turns.begin(until)
      try {
        undoLeft()
        await patiently(() => write(begin), until)
      } catch (error) {
        turns.end()
        throw error
      }
      const given = connection as Connection
      given.inTransaction = true
    },
    async commitTransaction(connection) {
      write(commit)
      end(connection)
    },
    async rollbackTransaction(connection) {
      try {
        // SQLite has rolled back already where the disk is full or fails: the original error is the one to report.
        if (writer.isTransaction) write(rollback)
      } catch {
      } finally {
        end(connection)
      }
    },
    async releaseConnection() {},
    async destroy() {
      // The last connection to close deletes the files beside the database, which a reader may not.
      reader?.close()
      writer.close()
    },
  }
}

// A transaction that begins by reading and then writes would fail when another process wrote in between.
const begin = CompiledQuery.raw('begin immediate')
const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

export async function patiently<T>(run: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      await sleep(2 + Math.random() * 20)
    }
  }
}

function createBusyError(): Error {
  return Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
}
