import {
  type DatabaseIntrospector,
  Kysely,
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
import type { PostgresConfig } from '../config/postgres.ts'
import type { Db } from './db.ts'
import { createConnector, requireWritable } from './hosts.ts'
import { LiveClient, onlyLiving } from './live-client.ts'
import { withPressure } from './pressure.ts'
import { statementSpans } from './statement-spans.ts'
import type { Tables } from './tables.ts'

const int8 = 20
const mostConnections = 10

/**
 * Opens a pool of connections; a connection that breaks is replaced by the next query. `timeout` is how long the database
 * may take to answer; null for as long as it takes, which is for migrations alone.
 */
export function openPostgres({ urls, writable }: PostgresConfig, timeout: number | null, log: Logger): Db {
  const hosts = urls.map(url => openHost(url, writable, timeout, log))
  const pool: PostgresPool = {
    options: {},
    connect: onlyLiving(createConnector(hosts)) as unknown as PostgresPool['connect'],
    end: async () => void (await Promise.all(hosts.map(host => host.end()))),
  }
  const db = new Kysely<Tables>({ dialect: new OwnDialect({ pool }), ...statementSpans() })
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

function openHost(connectionString: string, writable: boolean, timeout: number | null, log: Logger): Pool {
  const host = new Pool({
    Client: LiveClient,
    connectionString,
    max: mostConnections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    // The server gives up before we do, so that nothing is done that nobody waits for any more.
    ...(timeout !== null && {
      lock_timeout: timeout * 0.5,
      statement_timeout: timeout * 0.8,
      query_timeout: timeout,
    }),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A transaction never waits for anything but the database: one that stands still is of a process that does, and must not
    // keep what it has locked from the others.
    idle_in_transaction_session_timeout: 10_000,
    // What is asked on one connection without waiting goes out at once, and is answered in that order.
    pipeline: true,
    application_name: 'furrow',
    types: {
      // Counts and milliseconds, all far below 2^53.
      getTypeParser: (oid, format) => (oid === int8 ? Number : types.getTypeParser(oid, format)),
    },
    ...(writable && { onConnect: requireWritable }),
  })
  // Without a listener, a server that goes away ends the process.
  host.on('error', error => log.warn({ err: error }, 'a database connection broke'))
  host.on('connect', client => client.on('error', () => {}))
  return host
}

class OwnDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new FirstErrorDriver(this.#config)
  }

  /** The migrator asks which tables there are: those of another schema in the same database are somebody else's. */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db)
  }
}

/** Where a transaction fails since its connection broke, so does its end: what is told is why, not that. */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    // The connection is closed then, which ends the transaction too.
    await super.rollbackTransaction(connection).catch(() => {})
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
