import { sql } from 'kysely'
import type { Db } from './db.ts'
import { migrate, schemas } from './migrations/index.ts'
import { readSchemaName } from './schema-name.ts'
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
  const db = await openSqlite(':memory:', 0)
  try {
    await migrate(
      { db, engine: 'sqlite' },
      { disputeMs: 0, platformWallet: null, seasonStart: 0, seasonMs: 1 },
      schema,
    )
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

/** Whether this version has the migration that names the schema. */
export function isKnownSchema(schema: string): boolean {
  return schemas.includes(schema)
}

/** Whether the database has the schema of this version. */
export async function isCurrent(db: Db): Promise<boolean> {
  return (await readSchemaName(db)) === schemas.at(-1)
}
