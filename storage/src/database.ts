import { statSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Db } from './db.ts'
import type { Engine } from './engine.ts'
import { openPostgres, type PostgresConfig } from './postgres.ts'
import { fileIn, openSqlite } from './sqlite.ts'
import { UnusableDatabaseError } from './wait.ts'

export type Database = { readonly db: Db; readonly engine: Engine }

/** Where the database is: PostgreSQL, or else a file in this folder. */
export type Place = { readonly postgres: PostgresConfig | null; readonly dataDir: string }

export async function openDatabase(
  { postgres, dataDir, databaseTimeoutMs }: Place & { readonly databaseTimeoutMs: number },
  log: Logger,
): Promise<Database> {
  return postgres === null
    ? { db: await openSqlite(dataDir, databaseTimeoutMs / 2), engine: 'sqlite' }
    : { db: openPostgres(postgres, databaseTimeoutMs, log), engine: 'postgres' }
}

const commandsWait = 5_000

/** Opens a database without time limits on statements, for long work such as a backup. */
export async function openPatiently({ postgres, dataDir }: Place, log: Logger): Promise<Database> {
  return postgres === null
    ? { db: await openSqlite(dataDir, commandsWait), engine: 'sqlite' }
    : { db: openPostgres(postgres, null, log), engine: 'postgres' }
}

/** As `openPatiently`, for one act; the embedded database is not opened again. */
export async function withPatience<T>(
  config: Place,
  database: Database,
  log: Logger,
  act: (database: Database) => Promise<T>,
): Promise<T> {
  if (config.postgres === null) return act(database)
  const patient = await openPatiently(config, log)
  return act(patient).finally(() => patient.db.destroy())
}

/** Whether a database exists: opening the embedded one creates it. @throws UnusableDatabaseError where that cannot be seen. */
export function hasDatabase({ postgres, dataDir }: Place): boolean {
  if (postgres !== null) return true
  try {
    return statSync(fileIn(dataDir), { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    // In a folder that one may not look into, there may be one.
    throw new UnusableDatabaseError(`The database in ${dataDir} cannot be opened`, error)
  }
}
