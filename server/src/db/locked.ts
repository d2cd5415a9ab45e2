import type { SelectQueryBuilder } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

/**
 * The query, which locks the rows of that table that it finds and passes over those that somebody else has locked. On
 * SQLite a transaction has the whole database.
 */
export function lockFree<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
  table: T,
): SelectQueryBuilder<Tables, T, O> {
  return engineOf(db) === 'postgres' && db.isTransaction ? query.forUpdate(table).skipLocked() : query
}

/** The query, whose rows stay as they are until the transaction ends: for others, or also for who would lock them too. */
export function lockRows<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
  how: 'share' | 'update',
): SelectQueryBuilder<Tables, T, O> {
  if (engineOf(db) === 'sqlite') return query
  return how === 'share' ? query.forShare() : query.forUpdate()
}
