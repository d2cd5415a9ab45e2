import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * A backer's own deposit arrived on chain, or was taken back there: somebody has to count it, or to count it no more, whichever
 * version saw it. What is on chain may leave while somebody works, since the contract lets it.
 */
export const fundedBackers = (engine: Engine) => async (db: Kysely<unknown>) => {
  for (const statement of triggers[engine]) await sql.raw(statement).execute(db)
}

const arrives = `old.status <> new.status and new.status = 'funded'`
const leaves = `new.companion_of is not null and new.rail = 'chain' and old.closed is null and new.closed is not null`
const wake = (id: string) =>
  `update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = ${id}`
const main = '(select companion_of from quests where id = new.quest_id)'

/** As `140-backers` has it, but for what is on chain. */
const mayNotChange = `new.companion_of is not null and (new.hidden_at is null or new.amount <> old.amount
  or new.token <> old.token or new.max_farmers <> old.max_farmers or (new.rail = 'ledger' and old.closed is null and new.closed is not null
  and exists (select 1 from assignments a where a.quest_id = new.companion_of
    and a.status in ('accepted', 'in-review', 'disputed'))))`
const why = 'this adds to the reward of another quest, and follows it'

const triggers: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger escrows_backed after update of status on escrows when ${arrives} begin ${wake(main)}; end`,
    `create trigger quests_unbacked after update of closed on quests when ${leaves}
      begin ${wake('new.companion_of')}; end`,
    'drop trigger quests_of_backers',
    `create trigger quests_of_backers before update on quests when ${mayNotChange}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function wake_companions_of_deposit() returns trigger language plpgsql as $$
      begin ${wake(main)}; return null; end $$`,
    `create trigger escrows_backed after update on escrows for each row
      when (${arrives}) execute function wake_companions_of_deposit()`,
    `create or replace function wake_quest_of_companion() returns trigger language plpgsql as $$
      begin ${wake('new.companion_of')}; return null; end $$`,
    `create trigger quests_unbacked after update on quests for each row
      when (${leaves}) execute function wake_quest_of_companion()`,
    `create or replace function refuse_companion_change() returns trigger language plpgsql as $$
      begin
        if ${mayNotChange} then raise exception '${why}'; end if;
        return new;
      end $$`,
  ],
}
