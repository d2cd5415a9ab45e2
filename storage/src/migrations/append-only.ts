import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export async function appendOnly(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  if (engine === 'sqlite') {
    for (const event of ['update', 'delete'])
      await sql
        .raw(
          `create trigger ${table}_no_${event} before ${event} on ${table}
           begin select raise(abort, '${table} is append-only'); end`,
        )
        .execute(db)
    return
  }
  await sql
    .raw(
      `create or replace function refuse_change() returns trigger language plpgsql as
       $$ begin raise exception '% is append-only', tg_table_name; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${table}_append_only before update or delete or truncate on ${table}
       for each statement execute function refuse_change()`,
    )
    .execute(db)
}
