import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'

/**
 * Rows of text to join with, as one parameter: the statement is the same however many there are. Its columns are those
 * named, in a table of the alias.
 */
export function jsonRows<C extends string>(
  db: Db,
  alias: string,
  columns: readonly C[],
  rows: readonly Readonly<Record<C, string>>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  if (engineOf(db) === 'postgres') {
    const types = sql.join(columns.map(name => sql`${sql.ref(name)} text`))
    return sql`json_to_recordset(${json}::json) as ${sql.ref(alias)}(${types})`
  }
  const values = sql.join(columns.map(name => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))
  return sql`(select ${values} from json_each(${json})) as ${sql.ref(alias)}`
}

/** Rows of a subquery as one value, to be read with JSON.parse: a list of lists, in the order of the columns. */
export function jsonList(db: Db, columns: readonly string[]): RawBuilder<string | null> {
  const values = sql.join(columns.map(name => sql.ref(name)))
  return engineOf(db) === 'postgres'
    ? sql`cast(json_agg(json_build_array(${values})) as text)`
    : sql`json_group_array(json_array(${values}))`
}

/** Whether a column has one of these values: one parameter, so that the statement is the same however many there are. */
export function isAmong(db: Db, column: string, values: readonly string[]): RawBuilder<boolean> {
  if (engineOf(db) === 'sqlite')
    return sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`
  const array = `{${values.map(value => JSON.stringify(value))}}`
  return sql`${sql.ref(column)} = any(cast(${array} as text[]))`
}
