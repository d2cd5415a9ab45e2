import type { Db } from '@furrow/storage/db.ts'
import { readOwnSchema } from '@furrow/storage/migrations/executed.ts'
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

/**
 * Everything that the catalogue says of an own object, without numbers and the name of its schema. Spaces, quotes around
 * names and capital letters differ with the hand that wrote a statement.
 */
export async function readSchema(db: Db): Promise<string[]> {
  const schema = await readOwnSchema(db)
  const { rows } = await (engine === 'sqlite' ? ofSqlite : ofPostgres).execute(db)
  const plain = rows.map(({ part }) => part.replace(/\s+/g, ' ').replace(/ ?([(),;$:]) ?/g, '$1'))
  return plain
    .map(part => part.replaceAll('"', '').replaceAll(`${schema}.`, '').trim().toLowerCase())
    .toSorted()
}

const ofSqlite = sql<{ part: string }>`
  select type || ' ' || name || ' of ' || tbl_name || ': ' || sql as part from sqlite_schema where sql is not null`

const ofPostgres = sql<{ part: string }>`
  with own as (
    select oid, relname, relkind, reloptions from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i', 'S', 'v', 'm')
  )
  select format('%s %s %s', relkind, relname, reloptions) as part from own
  union all
  select format('%s.%s, number %s: %s %s %s %s %s %s %s %s', relname, attname,
    row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull, attstattarget,
    attstorage, attidentity, attgenerated, (select collname from pg_collation where oid = attcollation),
    pg_get_expr(adbin, adrelid))
  from pg_attribute join own on own.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind = 'r' and attnum > 0 and not attisdropped
  union all
  select pg_get_indexdef(oid) from own where relkind = 'i'
  union all
  select format('%s of %s: %s', conname, relname, pg_get_constraintdef(pg_constraint.oid))
  from pg_constraint join own on own.oid = conrelid
  union all
  select format('%s %s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
  from pg_trigger join own on own.oid = tgrelid where not tgisinternal
  union all
  select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
  union all
  select pg_get_statisticsobjdef(oid) from pg_statistic_ext where stxnamespace = current_schema()::regnamespace`
