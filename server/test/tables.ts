import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { engine } from './harness.ts'

/** Every row of every table. */
export async function readRows(db: Db): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
    if (name.startsWith('pg_')) continue
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    tables[name] = rows.map(row => JSON.stringify(row)).toSorted()
  }
  return tables
}

/** The result of the migrations, as statements that do not name their schema. */
export async function readSchema(db: Db): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ made: string }>`
      select coalesce(sql, name) as made from sqlite_master`.execute(db)
    return rows.map(({ made }) => made).toSorted()
  }
  const { rows } = await sql<{ made: string; schema: string }>`
    select current_schema() as schema, made from (
      select format('%s.%s %s collate %s default %s null %s', table_name, column_name, data_type,
        collation_name, column_default, is_nullable) as made
        from information_schema.columns where table_schema = current_schema()
      union all select indexdef from pg_indexes where schemaname = current_schema()
      union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where c.relnamespace = current_schema()::regnamespace
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
    ) everything`.execute(db)
  return rows.map(({ made, schema }) => made.replaceAll(`${schema}.`, '')).toSorted()
}
