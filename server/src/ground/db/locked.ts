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

/** The query, whose rows are nobody else's until the transaction ends. */
export function lockRows<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return engineOf(db) === 'postgres' ? query.forUpdate() : query
}

/** The query, whose rows nobody changes until the transaction ends; any number may hold them so at once. */
export function shareRows<T extends keyof Tables, O>(
  db: Db,
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> {
  return engineOf(db) === 'postgres' ? query.forShare() : query
}
