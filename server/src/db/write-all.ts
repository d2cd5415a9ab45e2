import { CompiledQuery, type Insertable, type Selectable } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'
import { createWrites, type Shown, type Write, type Writes } from './writes.ts'

/**
 * Writes all of it, or nothing. The rows of a table go as one JSON text, so that the statement is the same for one row and
 * for a hundred. PostgreSQL gets one statement for everything, and one trip there and back; SQLite, which is in the
 * process, one for each table, in a transaction.
 */
export async function writeAll(db: Db, writes: Writes): Promise<void> {
  if (writes.all.length === 0 && writes.counted.length === 0) return
  if (engineOf(db) === 'postgres') await db.executeQuery(asOneStatement(writes))
  else if (db.isTransaction) for (const query of asStatements(writes)) await db.executeQuery(query)
  else await db.transaction().execute(trx => writeAll(trx, writes))
}

/** Adds to the rows and reads what they are then, in a transaction that holds them from there on. */
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

/**
 * Whoever writes has a shard to himself until he commits: of the counters that everyone raises, and of the sums that
 * everyone adds to. So no writer waits for another, not even for one that was frozen.
 */
const takeShard = `shard as materialized
  (select id from revisions order by random() limit 1 for update skip locked)`
const takenShard = `coalesce((select id from shard), ${ownShard})`

function asOneStatement(writes: Writes): CompiledQuery {
  const parts = writes.all.map((write, index) => textOnPostgres(write, `$${index + 1}`))
  if (writes.counted.length > 0) parts.push(countText(writes.counted, takenShard))
  const needsShard = parts.some(part => part.includes(takenShard))
  const named = parts.map((part, index) => `w${index} as (${part})`)
  return CompiledQuery.raw(
    `with ${[...(needsShard ? [takeShard] : []), ...named].join(',\n')}\nselect 1`,
    writes.all.map(rowsOf),
  )
}

function* asStatements(writes: Writes): Iterable<CompiledQuery> {
  for (const write of writes.all) yield CompiledQuery.raw(textOnSqlite(write), [rowsOf(write)])
  if (writes.counted.length > 0) yield CompiledQuery.raw(countText(writes.counted, String(ownShard)), [])
}

function asStatement(db: Db, write: Write): { text: string; parameters: string[] } {
  const text = engineOf(db) === 'postgres' ? textOnPostgres(write, '$1') : textOnSqlite(write)
  return { text, parameters: [rowsOf(write)] }
}

function textOnPostgres(write: Write, parameter: string): string {
  const all = `json_populate_recordset(null::${quote(write.table)}, ${parameter}::json)`
  // PostgreSQL guesses at a hundred rows, for which it would read the whole table. Told that there may be fewer, it looks up each.
  const some = `(select * from ${all} limit json_array_length(${parameter}::json))`
  const rows = write.how === 'set' ? some : all
  return textOf(write, rows, name => `r.${quote(name)}`, takenShard)
}

function textOnSqlite(write: Write): string {
  return textOf(write, 'json_each(?)', name => `r.value ->> '${name}'`, String(ownShard))
}

/** In the order of their keys: two who write the same rows at once take them in turn, and not crosswise. */
function rowsOf({ key, rows }: Write): string {
  const keyOf = (row: object) => key.map(name => (row as Record<string, unknown>)[name]).join(' ')
  const sorted = key.length === 0 ? rows : rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return JSON.stringify(sorted)
}

function textOf(write: Write, rows: string, value: (name: string) => string, shard: string): string {
  const { how, table, key, columns, sharded } = write
  const others = columns.filter(name => !key.includes(name))
  if (how === 'set') {
    const values = columns.map(name => `${value(name)} as ${quote(name)}`)
    const changes = others.map(name => `${quote(name)} = n.${quote(name)}`)
    const same = key.map(name => `${quote(table)}.${quote(name)} = n.${quote(name)}`)
    return `update ${quote(table)} set ${changes} from (select ${values} from ${rows} as r) as n where ${same.join(' and ')}`
  }
  const names = [...columns, ...(sharded ? ['shard'] : [])].map(quote)
  const values = [...columns.map(value), ...(sharded ? [shard] : [])]
  const insert = `insert into ${quote(table)} (${names}) select ${values} from ${rows} as r`
  if (how === 'insert') return insert
  if (how === 'insert-new') return `${insert} where true on conflict do nothing`
  const unique = [...key, ...(sharded ? ['shard'] : [])].map(quote)
  const changes = (write.only ?? others).map(name =>
    how === 'put' || (how === 'spend' && name === 'most')
      ? `${quote(name)} = excluded.${quote(name)}`
      : `${quote(name)} = ${sumOf(write, name)}`,
  )
  // "where true": SQLite would read the conflict clause as a join's condition.
  return `${insert} where true on conflict (${unique}) do update set ${changes}`
}

/** Numbers are added as they are; amounts are digits, which each engine adds with a function of that name. */
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
