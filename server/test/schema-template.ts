import type { Settings } from '@furrow/storage/migrations/index.ts'
import { migrate } from '@furrow/storage/migrations/index.ts'
import { openPostgres } from '@furrow/storage/postgres.ts'
import { createLog } from '../src/ground/log.ts'
import { askPostgres } from './ask-postgres.ts'

export const template = 'kept_template'

/** The settings that migrations ask for, where there is nothing yet to be moved. */
export const nobody: Settings = { disputeMs: 0, platformWallet: null, seasonStart: 0, seasonMs: 1 }

/** A larger schema is made anew, so that the dead rows of many tests do not slow the next one down. */
const mostBytes = 24 * 2 ** 20

/** A digest of everything but the rows, to detect any other change. */
const shapeOf = `
create function ${template}.shape(own text) returns text language sql as $$
  select md5(string_agg(part, ' ' order by part)) from (
    select format('%s %s %s', relname, relkind, reloptions) as part from pg_class where relnamespace = to_regnamespace(own)
    union all select format('%s.%s %s %s', relname, attname, atttypid, attnotnull)
      from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = to_regnamespace(own) and attnum > 0
    union all select format('%s %s %s', relname, tgname, tgenabled)
      from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace = to_regnamespace(own) and not tgisinternal
    union all select format('%s %s', conname, contype) from pg_constraint where connamespace = to_regnamespace(own)
    union all select format('%s %s', proname, prosrc) from pg_proc where pronamespace = to_regnamespace(own)
      and proname not in ('shape', 'whole', 'written', 'renew')
  ) parts
$$`

/** The template's own shape, which nobody changes: computed once. */
const whole = `
do $$ begin
  execute format('create function ${template}.whole() returns text immutable language sql as %L',
    format('select %L::text', ${template}.shape('${template}')));
end $$`

/** Tables that have, or had, rows: a test writes few of them all. */
const written = `
create function ${template}.written(own text) returns setof name language sql as $$
  select relname from pg_class where relnamespace = to_regnamespace(own) and relkind = 'r' and pg_relation_size(oid) > 0
$$`

/** Resets a schema to its state after the migrations; one that cannot be reset is dropped and made empty. */
const renew = `
create function ${template}.renew(own text) returns void language plpgsql as $$
declare
  one text;
  bytes bigint;
begin
  -- A process that was killed may have a statement under way.
  while (select count(pg_terminate_backend(pid)) > 0 from pg_stat_activity where datname = current_database()
    and (application_name in (own, own || '-service') or usename = current_database() || '_' || own)) loop
    perform pg_sleep(0.005), pg_stat_clear_snapshot();
  end loop;
  select sum(pg_relation_size(oid)) from pg_class where relnamespace = to_regnamespace(own) into bytes;
  if ${template}.shape(own) is distinct from ${template}.whole() or bytes > ${mostBytes} then
    execute format('drop schema if exists %I cascade', own);
    execute format('create schema %I', own);
    return;
  end if;
  -- Append-only tables stay so for the service: their triggers rest only here.
  set local session_replication_role = replica;
  for one in select * from ${template}.written(own) loop
    execute format('delete from %I.%I', own, one);
  end loop;
  for one in select * from ${template}.written('${template}') loop
    execute format('insert into %1$I.%2$I select * from ${template}.%2$I', own, one);
  end loop;
end
$$`

/** The schema that kept schemas are compared with and refilled from: the result of the migrations on an empty one. */
export async function createTemplate(database: string): Promise<void> {
  await askPostgres(database, `create schema ${template}`)
  const url = new URL(database)
  url.searchParams.set('options', `-c search_path=${template}`)
  const db = openPostgres({ urls: [url.href], writable: true, pooled: false }, null, createLog('silent'))
  await migrate({ db, engine: 'postgres' }, nobody)
  await db.destroy()
  await askPostgres(database, `${shapeOf}; ${whole}; ${written}; ${renew}`)
}
