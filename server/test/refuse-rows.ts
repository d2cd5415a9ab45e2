import type { Db } from '@furrow/storage/db.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { engine } from './harness.ts'

/**
 * From here on the database refuses to insert such rows: `condition` is SQL about the row as `new`. PostgreSQL can also let
 * them pass, and refuse the commit.
 */
export async function refuseRows(
  db: Db,
  table: keyof Tables & string,
  condition: string,
  when: 'at once' | 'at commit' = 'at once',
): Promise<void> {
  if (engine === 'sqlite') {
    await sql
      .raw(
        `create trigger ${table}_refused before insert on ${table} when ${condition}
         begin select raise(abort, 'refused by the test'); end`,
      )
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function refuse_row() returns trigger language plpgsql as
       $$ begin raise exception 'refused by the test'; end $$`,
    )
    .execute(db)
  const [kind, time, deferred] =
    when === 'at once'
      ? ['trigger', 'before', '']
      : ['constraint trigger', 'after', 'deferrable initially deferred']
  await sql
    .raw(
      `create ${kind} ${table}_refused ${time} insert on ${table} ${deferred}
       for each row when (${condition}) execute function refuse_row()`,
    )
    .execute(db)
}
