import type { SelectQueryBuilder } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

/** Locks the rows found in that table, and skips those already locked. On SQLite a transaction has the whole database. */
export function lockFree<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
  table: T,
): SelectQueryBuilder<Tables, T, O> {
  return engineOf(db) === 'postgres' && db.isTransaction ? query.forUpdate(table).skipLocked() : query
}

export function lockRows<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return engineOf(db) === 'postgres' ? query.forUpdate() : query
}

/** Shares the rows found: nobody changes them until the transaction ends; any number may share them. */
export function shareRows<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return engineOf(db) === 'postgres' ? query.forShare() : query
}
