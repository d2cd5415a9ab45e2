import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

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
