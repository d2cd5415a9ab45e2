import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The account that a team's place has on chain. The version before knows no team there, and would have its farmer paid alone. */
export const escrowPayees = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('escrow_payees')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('account', text, column => column.notNull())
    .addColumn('farmer', text, column => column.notNull())
    .addColumn('splitter', text, column => column.notNull())
    .addColumn('payees', text, column => column.notNull())
    .addColumn('parts', text, column => column.notNull())
    .addColumn('salt', text, column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('escrow_payees_pkey', ['quest_id', 'account'])
    .execute()
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

const isAlone = `new.farmer is not null and exists (select 1 from team_members t
  where t.quest_id = new.quest_id and t.farmer = new.farmer)`
const why = 'the work of a shared place is proposed by a version that pays its members'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger escrow_calls_shared before insert on escrow_calls when ${isAlone}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function refuse_call_for_one() returns trigger language plpgsql as $$
      begin
        if ${isAlone} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger escrow_calls_shared before insert on escrow_calls for each row execute function refuse_call_for_one()`,
  ],
}
