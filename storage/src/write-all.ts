import { setImmediate as nextTurn } from 'node:timers/promises'
import { CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { isAmong, toTextArray } from './json-rows.ts'
import { BeyondLimitError } from './overspent.ts'
import { tellOfWrite } from './own-writes.ts'
import { EachOf } from './sqlite-statements.ts'
import type { Tables } from './tables.ts'
import { createWrites, type Limit, type Shown, type Write, type Writes } from './writes.ts'

/**
 * Writes everything, or nothing. PostgreSQL gets one statement, with a table's rows as one JSON text, so that it is the same
 * for any number of rows; a row alone of one request goes by its values. SQLite gets a statement for each row: extracting
 * fifty columns from a JSON text costs it ten times that.
 */
export async function writeAll(db: Db, writes: Writes): Promise<void> {
  if (writes.all.length === 0 && writes.counted.length === 0) return
  if (engineOf(db) === 'postgres') await db.executeQuery(asOneStatement(writes))
  else if (db.isTransaction) {
    const isForTurns = isLong(writes)
    for (const [index, query] of [...asStatements(writes)].entries()) {
      // The statements run in the turn of whoever waits for them.
      if (isForTurns && index > 0) await nextTurn()
      await db.executeQuery(query)
    }
    for (const limit of writes.limits) await requireWithin(db, limit)
  } else await db.transaction().execute(trx => writeAll(trx, writes))
  if (!db.isTransaction) tellOfWrite()
}

/** Writes at once what `collect` adds for one request, or one thing that is due, and gives what `collect` gives. */
export async function writeTogether<T>(db: Db, collect: (writes: Writes) => T | Promise<T>): Promise<T> {
  const writes = createWrites({ isOfOne: true })
  const given = await collect(writes)
  await writeAll(db, writes)
  return given
}

/** @throws BeyondLimitError */
async function requireWithin(db: Db, { table, key, column, most, keys }: Limit): Promise<void> {
  if (keys.length === 0) return
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where ${sql.ref(column)} > ${most} and ${isAmong(db, key, keys)} limit 1`.execute(db)
  if (rows.length > 0) throw new BeyondLimitError(`${table}.${column} is beyond ${most}`)
}

/** Adds to rows and returns their new values, in a transaction that holds them from there on. */
export async function addAndRead<T extends keyof Tables & string>(
  trx: Db,
  table: T,
  key: readonly (keyof Tables[T] & string)[],
  rows: readonly Partial<Insertable<Tables[T]>>[],
): Promise<Selectable<Tables[T]>[]> {
  const writes = createWrites()
  writes.add(table, key, ...rows)
  const found: Selectable<Tables[T]>[] = []
  for (const write of writes.all) {
    const { text, parameters } = asStatement(trx, write)
    const query = CompiledQuery.raw(`${text} returning *`, parameters)
    found.push(
      ...(await trx.executeQuery<Selectable<Tables[T]>>(query as CompiledQuery<Selectable<Tables[T]>>)).rows,
    )
  }
  return found
}

const ownShard = 1

/** Each writer has a shard of its own until it commits, so that none waits for another, not even for one that was frozen. */
const takeShard = `shard as materialized
  (select id from revisions order by random() limit 1 for update skip locked)`
const takenShard = `coalesce((select id from shard), ${ownShard})`

function asOneStatement(writes: Writes): CompiledQuery {
  const parameters: unknown[] = []
  const parts = writes.all.map(write =>
    writes.isOfOne && write.rows.length === 1
      ? textOfOne(write, value => `$${parameters.push(value)}`)
      : textOnPostgres(write, `$${parameters.push(rowsOf(write))}`),
  )
  const isWithin = writes.limits.flatMap(limit =>
    writes.all.flatMap(({ how, table }, index) => {
      if (how !== 'add' || table !== limit.table) return []
      parts[index] += ` returning ${quote(limit.key)}, ${quote(limit.column)}`
      // It may be infinite.
      const most = `$${parameters.push(limit.most)}::double precision`
      const keys = `$${parameters.push(toTextArray(limit.keys))}::text[]`
      return `not exists (select 1 from w${index}
        where ${quote(limit.column)} > ${most} and ${quote(limit.key)} = any(${keys}))`
    }),
  )
  if (writes.counted.length > 0) parts.push(countText(writes.counted, takenShard))
  const needsShard = parts.some(part => part.includes(takenShard))
  const named = parts.map((part, index) => `w${index} as (${part})`)
  return CompiledQuery.raw(
    `with ${[...(needsShard ? [takeShard] : []), ...named].join(',\n')}\nselect ${oneWhere(isWithin)}`,
    parameters,
  )
}

/** PostgreSQL writes first what this reads, and others in no order. A division by zero refuses: see `isOverspent`. */
function oneWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '1' : `1 / (case when ${conditions.join(' and ')} then 1 else 0 end)`
}

function* asStatements(writes: Writes): Iterable<CompiledQuery> {
  for (const write of writes.all) {
    const text = textOnSqlite(write)
    const { lists } = valuesOf(write)
    for (let from = 0; from < lists.length; from += rowsInATurn)
      yield CompiledQuery.raw(text, [new EachOf(lists.slice(from, from + rowsInATurn))])
  }
  if (writes.counted.length > 0) yield CompiledQuery.raw(countText(writes.counted, String(ownShard)), [])
}

const rowsInATurn = 100

/** Others are served between the statements of a write of many rows; a usual one is done in one turn. */
function isLong({ all }: Writes): boolean {
  return all.some(({ rows }) => rows.length > rowsInATurn)
}

function asStatement(db: Db, write: Write): { text: string; parameters: unknown[] } {
  return engineOf(db) === 'postgres'
    ? { text: textOnPostgres(write, '$1'), parameters: [rowsOf(write)] }
    : { text: textOnSqlite(write), parameters: [valuesOf(write)] }
}

function textOnPostgres(write: Write, parameter: string): string {
  const { how, table, columns } = write
  const value = (name: string) => `r.${quote(name)}`
  const all = `json_populate_recordset(null::${quote(table)}, ${parameter}::json)`
  if (how !== 'set')
    return `${insertInto(write)} select ${insertedOf(write, takenShard, value)} from ${all} as r ${onConflict(write)}`
  // PostgreSQL guesses a hundred rows, and would read the whole table. Told that there may be fewer, it looks up each.
  const some = `(select * from ${all} limit json_array_length(${parameter}::json))`
  const values = columns.map(name => `${value(name)} as ${quote(name)}`)
  return update(write, name => `n.${quote(name)}`, `from (select ${values} from ${some} as r) as n`)
}

/** A row by its values: PostgreSQL keeps one plan for it, where it would make one for each JSON text, and reads no JSON. */
function textOfOne(write: Write, add: (value: unknown) => string): string {
  const row = write.rows[0] as Record<string, unknown>
  const value = (name: string) => add(row[name] ?? null)
  if (write.how === 'set') return update(write, value)
  return `${insertInto(write)} values (${insertedOf(write, takenShard, value)}) ${onConflict(write)}`
}

function textOnSqlite(write: Write): string {
  if (write.how === 'set') return update(write, () => '?')
  return `${insertInto(write)} values (${insertedOf(write, String(ownShard), () => '?')}) ${onConflict(write)}`
}

function valuesOf(write: Write): EachOf {
  const { how, key, columns, rows } = write
  const names = how === 'set' ? [...othersOf(write), ...key] : columns
  return new EachOf(rows.map(row => names.map(name => (row as Record<string, unknown>)[name] ?? null)))
}

/** Sorted by key: two writers of the same rows take them in the same order, and do not deadlock. */
function rowsOf({ key, rows }: Write): string {
  if (key.length === 0 || rows.length === 1) return JSON.stringify(rows)
  const keyOf = (row: object) => key.map(name => (row as Record<string, unknown>)[name]).join(' ')
  const keyed = rows.map(row => ({ row, key: keyOf(row) })).sort((a, b) => (a.key < b.key ? -1 : 1))
  return JSON.stringify(keyed.map(({ row }) => row))
}

function othersOf({ key, columns }: Write): string[] {
  return columns.filter(name => !key.includes(name))
}

function update(write: Write, value: (name: string) => string, from = ''): string {
  const { table, key } = write
  const changes = othersOf(write).map(name => `${quote(name)} = ${value(name)}`)
  const same = key.map(name => `${quote(table)}.${quote(name)} = ${value(name)}`)
  return `update ${quote(table)} set ${changes} ${from} where ${same.join(' and ')}`
}

function insertInto({ table, columns, sharded }: Write): string {
  return `insert into ${quote(table)} (${[...columns, ...(sharded ? ['shard'] : [])].map(quote)})`
}

function insertedOf({ columns, sharded }: Write, shard: string, value: (name: string) => string): string[] {
  return [...columns.map(value), ...(sharded ? [shard] : [])]
}

function onConflict(write: Write): string {
  const { how, key, sharded } = write
  if (how === 'insert') return ''
  if (how === 'insert-new') return 'on conflict do nothing'
  const unique = [...key, ...(sharded ? ['shard'] : [])].map(quote)
  const changes = (write.only ?? othersOf(write)).map(name =>
    how === 'put' || (how === 'spend' && name === 'most')
      ? `${quote(name)} = excluded.${quote(name)}`
      : `${quote(name)} = ${sumOf(write, name)}`,
  )
  return `on conflict (${unique}) do update set ${changes}`
}

function sumOf({ table, rows }: Write, name: string): string {
  const [before, more] = [`${quote(table)}.${quote(name)}`, `excluded.${quote(name)}`]
  const isAmount = typeof (rows[0] as Record<string, unknown>)[name] === 'string'
  return isAmount ? `add_units(${before}, ${more})` : `${before} + ${more}`
}

function countText(counted: readonly Shown[], shard: string): string {
  return `update revisions set ${counted.map(name => `${name} = ${name} + 1`)} where id = ${shard}`
}

function quote(name: string): string {
  return `"${name}"`
}
