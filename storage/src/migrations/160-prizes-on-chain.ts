import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * A contract pays all prizes of a contest to one account (`escrow_payees`), which a splitter divides: its address, the part of each
 * entry, and who paid a deposit in for its giver. The version before knows no such account, and would name the first winner.
 */
export const prizesOnChain = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('contest_entries').addColumn('part', text).execute()
  for (const column of ['sponsor', 'splitter', 'prizes_account'])
    await db.schema.alterTable('escrows').addColumn(column, text).execute()
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

const isWinner = `new.farmer is not null and exists (select 1 from escrows e
  where e.quest_id = new.quest_id and e.prizes_account <> new.farmer)`
const why = 'the prizes of a contest are paid by a version that knows their account'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger escrow_calls_prizes before insert on escrow_calls when ${isWinner}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function refuse_call_for_winner() returns trigger language plpgsql as $$
      begin
        if ${isWinner} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger escrow_calls_prizes before insert on escrow_calls for each row execute function refuse_call_for_winner()`,
  ],
}
