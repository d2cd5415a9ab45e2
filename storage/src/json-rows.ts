import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

/**
 * Text rows to join with, one parameter per column: the statement is the same for any number. PostgreSQL guesses ten
 * rows for an array, but a hundred for JSON, and reads whole tables. One row, the usual case, is no array: PostgreSQL
 * would plan anew each time, which takes ten times as long as the rows.
 */
export function jsonRows<C extends string>(
  db: Db,
  alias: string,
  columns: readonly C[],
  rows: readonly Readonly<Record<C, string>>[],
): RawBuilder<unknown> {
  const names = columns.map(name => sql.ref(name))
  if (engineOf(db) === 'postgres') {
    const [only] = rows
    if (rows.length === 1 && only !== undefined) {
      const cells = columns.map(name => sql`cast(${only[name]} as text) as ${sql.ref(name)}`)
      return sql`(select ${sql.join(cells)}) as ${sql.ref(alias)}`
    }
    const arrays = columns.map(name => textArray(rows.map(row => row[name])))
    return sql`unnest(${sql.join(arrays)}) as ${sql.ref(alias)}(${sql.join(names)})`
  }
  const values = sql.join(columns.map(name => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))
  return sql`(select ${values} from json_each(${JSON.stringify(rows)})) as ${sql.ref(alias)}`
}

/**
 * Looks rows up one by one: an engine would rather read all of a table that is small or that it knows little of. PostgreSQL
 * does not look behind an offset; SQLite keeps the order of a cross join.
 */
export function joinEach(
  db: Db,
  table: keyof Tables,
  alias: string,
  key: RawBuilder<unknown>,
  how: 'join' | 'left join' = 'join',
): RawBuilder<unknown> {
  const [of, name] = [sql.table(table), sql.ref(alias)]
  if (engineOf(db) === 'postgres')
    return sql`${sql.raw(how)} lateral (select * from ${of} as ${name} where ${key} offset 0) as ${name} on true`
  return sql`${sql.raw(how === 'join' ? 'cross join' : how)} ${of} as ${name} on ${key}`
}

/** A subquery's rows as one value, for `readList`: a list of lists, with the values in the order of the columns. */
export function jsonList(db: Db, columns: readonly string[]): RawBuilder<string | null> {
  const values = sql.join(columns.map(name => sql.ref(name)))
  return engineOf(db) === 'postgres'
    ? sql`cast(json_agg(json_build_array(${values})) as text)`
    : sql`json_group_array(json_array(${values}))`
}

/** Reads a value of `jsonList`, which is null for no rows; in no particular order. */
export function readList<T>(json: string | null): T[] {
  return json === null ? [] : (JSON.parse(json) as T[])
}

/** One parameter, so that there is one statement for a single value, and another for any greater number. */
export function isAmong(db: Db, column: string, values: readonly string[]): RawBuilder<boolean> {
  if (engineOf(db) === 'sqlite')
    return sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
  if (values.length === 1) return sql`${sql.ref(column)} = ${values[0]}`
  return sql`${sql.ref(column)} = any(${textArray(values)})`
}

function textArray(values: readonly string[]): RawBuilder<unknown> {
  return sql`cast(${toTextArray(values)} as text[])`
}

/** As PostgreSQL writes an array of texts. */
export function toTextArray(values: readonly string[]): string {
  return `{${values.map(value => `"${value.replace(/["\\]/g, '\\$&')}"`)}}`
}
