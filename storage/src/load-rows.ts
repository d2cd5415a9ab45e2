import { sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import type { Shape } from './shape.ts'

/** Deletes the migrations' own rows; append-only tables are left empty by them, and stay so. */
export async function clearTable(trx: Db, { name }: Shape): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
  if (rows.length > 0) await sql`delete from ${sql.table(name)}`.execute(trx)
}

/** Writes rows, whose values are in the order of the columns, as one parameter. */
export async function loadRows(
  trx: Db,
  { table: name, columns }: { readonly table: string; readonly columns: readonly string[] },
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const into = sql`insert into ${sql.table(name)} (${sql.join(columns.map(column => sql.ref(column)))})`
  if (engineOf(trx) === 'sqlite') {
    const values = sql.join(columns.map((_, index) => sql`value ->> ${sql.lit(index)}`))
    await sql`${into} select ${values} from json_each(${JSON.stringify(rows)})`.execute(trx)
    return
  }
  const objects = rows.map(row => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
  const values = sql.join(columns.map(column => sql.ref(column)))
  await sql`${into} select ${values} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(objects)}::json)`.execute(
    trx,
  )
}

export async function analyze(db: Db): Promise<void> {
  if (engineOf(db) === 'postgres') await sql`analyze`.execute(db)
}

/** The size of the database on disk, in bytes, indexes included. */
export async function readSize(db: Db): Promise<number> {
  const { rows } =
    engineOf(db) === 'postgres'
      ? await sql<{ bytes: string }>`
          select coalesce(sum(pg_total_relation_size(oid)), 0)::text as bytes from pg_class
          where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
      : await sql<{ bytes: number }>`
          select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}
