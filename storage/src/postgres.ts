import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  sql,
  type TableMetadata,
} from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'
import { withOwnName } from './application-name.ts'
import type { Db } from './db.ts'
import { createConnector, requireWritable } from './hosts.ts'
import { askBriefly, LiveClient, onlyLiving, PooledClient } from './live-client.ts'
import { toLog } from './outage.ts'
import { begins, isHasty } from './pipelined.ts'
import { withPressure } from './pressure.ts'
import { statementSpans } from './statement-spans.ts'
import type { Tables } from './tables.ts'
import { again } from './transaction.ts'

export type PostgresConfig = {
  /** A URL for each host, in the order in which they are tried. */
  readonly urls: readonly [string, ...string[]]
  readonly writable: boolean
  /** Whether a pooler gives each transaction another session of the server, so that a session keeps nothing. */
  readonly pooled: boolean
}

const int8 = 20
const mostConnections = 10

/** A broken connection is replaced by the next query. `timeout` bounds answers, in milliseconds; null for no bound. */
export function openPostgres(config: PostgresConfig, timeout: number | null, log: Logger): Db {
  const hosts = config.urls.map(url => openHost(withOwnName(url), config, timeout, log))
  const pool: PostgresPool = {
    options: {},
    connect: onlyLiving(createConnector(hosts)) as unknown as PostgresPool['connect'],
    end: async () => void (await Promise.all(hosts.map(host => host.end()))),
  }
  const db = new Kysely<Tables>({
    dialect: new OwnDialect({ pool }, config.pooled ? limitsOf(timeout) : null),
    ...statementSpans(),
  })
  return withPressure(db, () => {
    const sum = (count: (host: Pool) => number) => hosts.reduce((all, host) => all + count(host), 0)
    return {
      connections: {
        used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
      },
      waiting: sum(({ waitingCount }) => waitingCount),
    }
  })
}

export type Limits = Readonly<Record<string, number>>

/** In milliseconds; 0 for none. */
export function limitsOf(timeout: number | null): Limits {
  return {
    // The server gives up before we do, so that it does nothing that nobody waits for any more.
    lock_timeout: (timeout ?? 0) * 0.5,
    statement_timeout: (timeout ?? 0) * 0.8,
    // A transaction waits for the database alone: one that stands still is a stuck process's, and must not keep its locks.
    idle_in_transaction_session_timeout: 10_000,
  }
}

function limit(limits: Limits, isLocal: boolean): string {
  const settings = Object.entries(limits).map(
    ([name, value]) => `set_config('${name}', '${Math.round(value)}', ${isLocal})`,
  )
  return `select ${settings.join(', ')}`
}

function openHost(
  connectionString: string,
  { writable, pooled }: PostgresConfig,
  timeout: number | null,
  log: Logger,
): Pool {
  const host = new Pool({
    Client: pooled ? PooledClient : LiveClient,
    connectionString,
    max: mostConnections,
    connectionTimeoutMillis: 5_000,
    // Most answers ask two things at once. Whoever comes after a rest finds two connections, with their statements planned.
    min: 2,
    idleTimeoutMillis: 30_000,
    ...(timeout !== null && { query_timeout: timeout }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Statements issued without waiting go out at once, and are answered in that order.
    pipeline: true,
    types: {
      // Counts and milliseconds, all far below 2^53.
      getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)),
    },
    onConnect: async client => {
      if (writable) await requireWritable(client)
      // PgBouncer takes none of them as a startup parameter.
      if (!pooled) await askBriefly(client, limit(limitsOf(timeout), false))
    },
  })
  // Without a listener, a server that goes away ends the process.
  host.on('error', error => log.warn(toLog(error), 'a database connection broke'))
  host.on('connect', client => client.on('error', () => {}))
  return host
}

class OwnDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #limits: Limits | null

  constructor(config: PostgresDialectConfig, limits: Limits | null) {
    super(config)
    this.#config = config
    this.#limits = limits
  }

  override createAdapter(): PostgresAdapter {
    return new OwnAdapter()
  }

  override createDriver(): PostgresDriver {
    return new OwnDriver(this.#config, this.#limits)
  }

  /** The migrator lists tables: those in other schemas of the database belong to others. */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db)
  }
}

/** The version before takes the same lock, for as long as its session goes on. */
const migrationLock = '3853314791062309107'
const longestMigration = 60 * 60 * 1_000

/** Migrations take turns by a lock that ends with their transaction: behind a pooler, a session's lock would never be given back. */
class OwnAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`
      with patient as (select set_config('lock_timeout', ${sql.lit(String(longestMigration))}, true))
      select pg_advisory_xact_lock(${sql.raw(migrationLock)}) from patient`.execute(db)
  }

  override async releaseMigrationLock(): Promise<void> {}
}

class OwnDriver extends PostgresDriver {
  readonly #limits: Limits | null
  readonly #known = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig, limits: Limits | null) {
    super(config)
    this.#limits = limits
  }

  /** A statement outside of a transaction that the database undid for another one's sake runs again, as a transaction does. */
  override async acquireConnection(
    ...given: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...given)
    this.#inTransaction.delete(connection)
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection) as DatabaseConnection['executeQuery']
    connection.executeQuery = (...query) =>
      this.#inTransaction.has(connection) ? execute(...query) : again(() => execute(...query))
    return connection
  }

  override async beginTransaction(
    ...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>
  ): Promise<void> {
    this.#inTransaction.add(connection)
    const statements = [super.beginTransaction(connection, settings)]
    if (this.#limits !== null)
      statements.push(connection.executeQuery(CompiledQuery.raw(limit(this.#limits, true))).then(() => {}))
    const begun = Promise.all(statements)
    if (isHasty.getStore() !== true) {
      await begun
      return
    }
    // Whatever comes next waits for it.
    begun.catch(() => {})
    begins.set(connection, begun)
  }

  /** Where a broken connection fails a transaction, the rollback fails too: the first error is the one to report. */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    // Closing the connection ends the transaction too.
    await super.rollbackTransaction(connection).catch(() => {})
    this.#inTransaction.delete(connection)
  }

  override async commitTransaction(
    connection: Parameters<PostgresDriver['commitTransaction']>[0],
  ): Promise<void> {
    await super.commitTransaction(connection)
    this.#inTransaction.delete(connection)
  }
}

class OwnSchemaIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_catalog.pg_class where relkind in ('r', 'p') and pg_table_is_visible(oid)
    `.execute(this.#db)
    return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }))
  }
}
