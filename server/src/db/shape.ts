import { sql } from 'kysely'
import type { Db } from './db.ts'
import { migrate, schemas } from './migrations/index.ts'
import { openSqlite } from './sqlite.ts'

/** A table as both engines have it. */
export type Shape = {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[]
}

/** The tables of a schema, by their names: what its migrations make of an empty database in memory. */
export async function readShapes(schema: string): Promise<Shape[]> {
  const db = await openSqlite(':memory:')
  try {
    await migrate({ db, engine: 'sqlite' }, { disputeMs: 0, platformWallet: null }, schema)
    const { rows } = await sql<{ table: string; column: string; place: number }>`
      select t.name as "table", c.name as "column", c.pk as place
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'kysely%' and t.name not like 'sqlite%'
      order by t.name, c.cid`.execute(db)
    return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
      name,
      columns: columns.map(({ column }) => column),
      key: columns
        .filter(({ place }) => place > 0)
        .toSorted((a, b) => a.place - b.place)
        .map(({ column }) => column),
    }))
  } finally {
    await db.destroy()
  }
}

/** The newest migration that ran on the database; null where none did. */
export async function readSchemaName(db: Db): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return (
    rows
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? null
  )
}

/** Whether this version has the migration that names the schema. */
export function isKnownSchema(schema: string): boolean {
  return schemas.includes(schema)
}

/** Whether the database has the schema of this version. */
export async function isCurrent(db: Db): Promise<boolean> {
  return (await readSchemaName(db)) === schemas.at(-1)
}
