import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'

/** Rows of one column, `key`, that an index has in the order of the key. */
export type OrderedPart = { readonly key: RawBuilder<string>; readonly rows: RawBuilder<unknown> }

/**
 * The largest keys of several parts, each of which is read only as far as it is needed. Either engine merges what comes in
 * order: PostgreSQL parts with an order of their own, SQLite those of a compound, which have the compound's.
 */
export function mergeParts(
  db: Db,
  parts: readonly OrderedPart[],
  size: number,
): RawBuilder<{ readonly key: string }> {
  const ordered = parts.map(({ key, rows }) =>
    engineOf(db) === 'postgres'
      ? sql`(select ${key} as key from ${rows} order by ${key} desc limit ${size})`
      : sql`select ${key} as key from ${rows}`,
  )
  return sql`select key from (${sql.join(ordered, sql` union all `)}) as found order by key desc limit ${size}`
}
