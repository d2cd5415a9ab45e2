import { PostgresAdapter } from 'kysely'
import type { Db } from './db.ts'

const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/** Which of the two a database, or a transaction of it, is. Only this folder asks. */
export function engineOf(db: Db): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
