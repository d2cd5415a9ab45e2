import { PostgresAdapter } from 'kysely'
import type { Db } from './db.ts'

const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** The engine of a database, or of a transaction. Only this folder asks. */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
