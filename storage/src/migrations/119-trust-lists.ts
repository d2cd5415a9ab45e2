import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The accounts that givers and repositories vouch for, or denounce. */
export const trustLists = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const [key, number] = [sql`${text} not null`, sql`bigint not null`]
  await db.schema
    .createTable('trust_lists')
    .addColumn('owner', key)
    .addColumn('text', key)
    .addColumn('version', number)
    .addColumn('updated_at', number)
    .addPrimaryKeyConstraint('trust_lists_key', ['owner'] as never[])
    .execute()
  await db.schema
    .createTable('trust_reads')
    .addColumn('repo_key', key)
    .addColumn('asked_at', number)
    .addColumn('read_at', 'bigint')
    .addColumn('path', text)
    .addPrimaryKeyConstraint('trust_reads_key', ['repo_key'] as never[])
    .execute()
  await db.schema
    .createTable('trust_entries')
    .addColumn('list', key)
    .addColumn('login', key)
    .addColumn('position', number)
    .addColumn('denounced', sql`integer not null`)
    .addColumn('account_id', text)
    .addPrimaryKeyConstraint('trust_entries_key', ['list', 'login'] as never[])
    .execute()
  await sql`create index trust_entries_by_account on trust_entries (list, account_id, position)
    where account_id is not null`.execute(db)
  await sql`create index trust_entries_to_pin on trust_entries (login) where account_id is null`.execute(db)
  await db.schema
    .alterTable('profiles')
    .addColumn('vouched_listed', sql`integer not null default 1`)
    .execute()
}
