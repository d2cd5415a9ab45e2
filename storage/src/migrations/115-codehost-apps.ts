import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Apps that connect the service to its code host, the states of connections that were begun, and the last news of each repository. */
export const codehostApps = (engine: Engine) => async (db: Kysely<unknown>) => {
  const string = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('codehost_apps')
    .addColumn('id', string)
    .addColumn('host', string)
    .addColumn('slug', string)
    .addColumn('page', string)
    .addColumn('sealed', string)
    .addColumn('made_at', number)
    .addColumn('replaced_at', sql`bigint`)
    .addPrimaryKeyConstraint('codehost_apps_key', ['host', 'id'] as never[])
    .execute()
  await db.schema
    .createTable('setup_states')
    .addColumn('hash', string)
    .addColumn('expires_at', number)
    .addPrimaryKeyConstraint('setup_states_key', ['hash'] as never[])
    .execute()
  await db.schema
    .createTable('codehost_heard')
    .addColumn('repo_key', string)
    .addColumn('repository', string)
    .addColumn('kind', string)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('codehost_heard_key', ['repo_key'] as never[])
    .execute()
  await sql`create index codehost_apps_by_end on codehost_apps (replaced_at) where replaced_at is not null`.execute(
    db,
  )
  await sql`create index setup_states_by_end on setup_states (expires_at)`.execute(db)
  await sql`create index codehost_heard_by_age on codehost_heard (at)`.execute(db)
}
