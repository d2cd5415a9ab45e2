import { sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { readMigrations } from './migrations/executed.ts'
import { isTakingAway, migrate, schemas } from './migrations/index.ts'
import { openSqlite } from './sqlite.ts'

export type Shape = {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

export async function readShapes(schema: string): Promise<Shape[]> {
  const db = await openSqlite(':memory:', 0)
  try {
    await migrate(
      { db, engine: 'sqlite' },
      { disputeMs: 0, platformWallet: null, seasonStart: 0, seasonMs: 1 },
      schema,
    )
    return await readSqliteShapes(db)
  } finally {
    await db.destroy()
  }
}

/** A later version may have added to them. Tables without a primary key are not the service's own. */
export async function readOwnShapes(db: Db): Promise<Shape[]> {
  if (engineOf(db) === 'sqlite') return readSqliteShapes(db)
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as place
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db)
  return toShapes(rows)
}

type Column = { readonly table: string; readonly column: string; readonly place: number }

async function readSqliteShapes(db: Db): Promise<Shape[]> {
  const { rows } = await sql<Column>`
    select t.name as "table", c.name as "column", c.pk as place
    from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'kysely%' and t.name not like 'sqlite%'
    order by t.name, c.cid`.execute(db)
  return toShapes(rows)
}

function toShapes(columns: readonly Column[]): Shape[] {
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map(({ column }) => column),
    key: own
      .filter(({ place }) => place > 0)
      .toSorted((a, b) => a.place - b.place)
      .map(({ column }) => column),
  }))
}

export function isKnownSchema(schema: string): boolean {
  return schemas.includes(schema)
}

/** Of `later` a later version only added to what this one uses; of `newer` a later version removed something. */
export type SchemaState = 'none' | 'older' | 'current' | 'later' | 'newer'

export async function readSchemaState(db: Db): Promise<SchemaState> {
  const present = await readMigrations(db)
  if (present.length === 0) return 'none'
  const unknown = present.filter(name => !isKnownSchema(name))
  if (unknown.some(isTakingAway)) return 'newer'
  if (schemas.some(name => !present.includes(name))) return 'older'
  return unknown.length > 0 ? 'later' : 'current'
}

export async function isReadable(db: Db): Promise<boolean> {
  return ['current', 'later'].includes(await readSchemaState(db))
}
