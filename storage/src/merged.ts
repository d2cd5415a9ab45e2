import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'

/** Rows of one column, `key`, in the order of an index on it. */
export type OrderedPart = { readonly key: RawBuilder<string>; readonly rows: RawBuilder<unknown> }

/** Reads parts only as far as needed: PostgreSQL merges parts ordered themselves, SQLite those of an ordered union. */
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
