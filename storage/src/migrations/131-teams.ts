import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * The members who share the reward of a place that is not over, as its state has them, so that a member is found; and the
 * farmer whose place it was, for a member's part of one that is.
 */
export const teams = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('assignments').addColumn('team_of', text).execute()
  await db.schema
    .createTable('team_members')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('farmer', text, column => column.notNull())
    .addColumn('member', text, column => column.notNull())
    .addColumn('share', 'integer', column => column.notNull())
    .addColumn('codehost_id', text)
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('agreed_at', 'bigint')
    .addPrimaryKeyConstraint('team_members_pkey', ['quest_id', 'farmer', 'member'])
    .execute()
  await sql`create index team_members_by_member on team_members (member, quest_id)`.execute(db)
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

/** The version before would pay the farmer alone: it is refused, and this version releases the place. */
const isWhole = `new.status = 'released' and new.state like '%"team":{%'`
const why = 'a shared place is released by a version that pays its members'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger assignments_shared before update on assignments when ${isWhole}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function refuse_whole_release() returns trigger language plpgsql as $$
      begin
        if ${isWhole} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger assignments_shared before update on assignments for each row execute function refuse_whole_release()`,
  ],
}
