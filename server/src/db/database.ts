import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Db } from './db.ts'
import type { Engine } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { fileIn, openSqlite } from './sqlite.ts'

export type Database = { readonly db: Db; readonly engine: Engine }

/** Opens PostgreSQL where DATABASE_URL is set, else the embedded SQLite under the data folder. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
): Promise<Database> {
  return config.databaseUrl === null
    ? { db: await openSqlite(config.dataDir), engine: 'sqlite' }
    : { db: openPostgres(config.databaseUrl, log), engine: 'postgres' }
}

/** Whether there is one to open: to open the embedded one makes it. */
export function hasDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean {
  return databaseUrl !== null || existsSync(fileIn(dataDir))
}
