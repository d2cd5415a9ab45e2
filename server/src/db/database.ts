import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Db } from './db.ts'
import type { Engine } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export type Database = { readonly db: Db; readonly engine: Engine }

/** Opens PostgreSQL where DATABASE_URL is set, else the embedded SQLite under the data folder. */
export async function openDatabase(
  { postgres, dataDir, databaseTimeoutMs }: Pick<Config, 'postgres' | 'dataDir' | 'databaseTimeoutMs'>,
  log: Logger,
): Promise<Database> {
  return postgres === null
    ? { db: await openSqlite(dataDir, databaseTimeoutMs / 2), engine: 'sqlite' }
    : { db: openPostgres(postgres, databaseTimeoutMs, log), engine: 'postgres' }
}

/** For what takes as long as it takes, such as a migration: a database whose statements have no limit of time. */
export async function withPatience<T>(
  { postgres }: Pick<Config, 'postgres'>,
  database: Database,
  log: Logger,
  act: (database: Database) => Promise<T>,
): Promise<T> {
  if (postgres === null) return act(database)
  const db = openPostgres(postgres, null, log)
  return act({ ...database, db }).finally(() => db.destroy())
}
