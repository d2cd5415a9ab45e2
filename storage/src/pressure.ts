import type { Db } from './db.ts'

export type Pressure = {
  /** PostgreSQL's connections, in use and idle; null for SQLite. */
  readonly connections: { readonly used: number; readonly idle: number } | null
  readonly waiting: number
}

const known = new WeakMap<Db, () => Pressure>()

export function withPressure(db: Db, read: () => Pressure): Db {
  known.set(db, read)
  return db
}

export function readPressure(db: Db): Pressure {
  return known.get(db)?.() ?? { connections: null, waiting: 0 }
}
