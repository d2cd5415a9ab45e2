import {
  type DatabaseIntrospector,
  Kysely,
  PostgresDialect,
  PostgresIntrospector,
  sql,
  type TableMetadata,
} from 'kysely'
import { Pool, types } from 'pg'
import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { NamingClient } from './named-statements.ts'
import type { Tables } from './tables.ts'

const int8 = 20

/** Opens a pool of connections; a connection that breaks is replaced by the next query. */
export function openPostgres(url: string, log: Logger): Db {
  const pool = new Pool({
    Client: NamingClient,
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
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
  })
  // Without a listener, a server that goes away ends the process.
  pool.on('error', error => log.warn({ err: error }, 'a database connection broke'))
  pool.on('connect', client => client.on('error', () => {}))
  return new Kysely<Tables>({ dialect: new OwnSchemaDialect({ pool }) })
}

/** The migrator asks which tables there are: those of another schema in the same database are somebody else's. */
class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new OwnSchemaIntrospector(db)
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
