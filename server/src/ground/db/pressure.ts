import type { Db } from './db.ts'

/** How busy a database is for this process. */
export type Pressure = {
  /** PostgreSQL's connections, in use and idle; null where there is but the file. */
  readonly connections: { readonly used: number; readonly idle: number } | null
  /** Who waits for a connection, or for his turn to write. */
  readonly waiting: number
}

const known = new WeakMap<Db, () => Pressure>()

/** Gives the database back, of which one can ask from then on. */
export function withPressure(db: Db, read: () => Pressure): Db {
  known.set(db, read)
  return db
}

export function readPressure(db: Db): Pressure {
  return known.get(db)?.() ?? { connections: null, waiting: 0 }
}
