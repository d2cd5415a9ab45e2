import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { RefusedError } from '../errors.ts'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'
import { teachUnits } from './units.ts'

const memory = ':memory:'
const keptStatements = 500

/** Opens `furrow.sqlite` in the folder, or a database in memory for `:memory:`. */
export async function openSqlite(dataDir: string): Promise<Db> {
  return wrap(await connect(dataDir === memory ? memory : preparePlace(dataDir)))
}

/**
 * The database of the folder as it is now, however long that is read and whatever is written meanwhile: a connection of its
 * own, which keeps nobody from writing.
 */
export async function openSqliteSnapshot(dataDir: string): Promise<Db> {
  const file = fileIn(dataDir)
  if (dataDir === memory || !existsSync(file)) throw new RefusedError(`There is no database at ${file}.`)
  const database = await connect(file)
  database.exec('pragma query_only = on')
  database.exec('begin')
  // A transaction sees what there is when it first reads.
  await patiently(() => database.exec('select count(*) from sqlite_schema'))
  return wrap(database)
}

async function connect(file: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(file)
  // SQLite's own waiting would stop the whole process, and it does not wait at all for the change to WAL, which two
  // first starts at once both make.
  database.exec('pragma busy_timeout = 0')
  await patiently(() => database.exec('pragma journal_mode = wal'))
  // FULL: a commit is on disk before it is answered.
  database.exec('pragma synchronous = full')
  teachUnits(database)
  return database
}

function wrap(database: DatabaseSync): Db {
  return new Kysely<Tables>({ dialect: new PatientDialect({ database: prepared(database) }) })
}

/**
 * For the eyes of its owner alone, whoever may look into the folder. SQLite gives the files beside it the same mode. A file
 * that is there is never opened here: to close it would undo the locks that SQLite may hold on it in this process.
 */
function preparePlace(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = fileIn(dataDir)
  unless('EEXIST', () => writeFileSync(file, '', { flag: 'wx', mode: 0o600 }))
  // Another process may just have closed the database, which takes the two beside it away.
  for (const name of [file, `${file}-wal`, `${file}-shm`]) unless('ENOENT', () => chmodSync(name, 0o600))
  return file
}

/** Where the database of a data folder is. */
export function fileIn(dataDir: string): string {
  return join(dataDir, 'furrow.sqlite')
}

function unless(code: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}

const patience = 5_000
const sqliteBusy = 5

/**
 * Another process may be writing to the file. SQLite would wait for it with the whole process; this waits with the one
 * query. A statement that was refused so has done nothing, and a transaction is refused as a whole, when it begins.
 */
class PatientDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#config)
  }
}

/** SQLite undoes changes of the schema like any others: a migration runs whole or not at all, in one process. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: query => patiently(() => connection.executeQuery(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  }
}

async function patiently<T>(run: () => T | Promise<T>): Promise<T> {
  for (let waited = 0; ; ) {
    try {
      return await run()
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== sqliteBusy || waited >= patience) throw error
      const pause = 2 + Math.random() * 20
      await sleep(pause)
      waited += pause
    }
  }
}

/** The interface that Kysely expects of an SQLite, over Node's own, with the prepared statements kept. */
function prepared(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = prepare(database, sql)
      if (statements.size >= keptStatements) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  // A transaction that begins by reading and then writes would fail when another process wrote in between.
  const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql)
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: parameters => statement.all(...values(parameters)),
    run: parameters => statement.run(...values(parameters)),
    iterate: parameters => statement.iterate(...values(parameters)),
  }
}
