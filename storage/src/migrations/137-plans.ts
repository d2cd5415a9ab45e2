import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The plan that a quest is a part of, by the id of its first part, and its place in it, from 1. */
export const plans = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('quests').addColumn('plan', text).execute()
  await db.schema.alterTable('quests').addColumn('plan_place', 'integer').execute()
  await sql`create unique index quests_of_plan on quests (plan, plan_place) where plan is not null`.execute(
    db,
  )
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

const firstRightMs = 72 * 60 * 60 * 1_000

/** The version before knows no plans, and would give anybody a place in a part whose turn has not come: it is refused. */
const isTooEarly = `exists (
  select 1 from quests q join quests b on b.plan = q.plan and b.plan_place = q.plan_place - 1
  where q.id = new.quest_id and q.plan is not null and case
    when exists (select 1 from assignments r where r.quest_id = b.id and r.status = 'released' and r.team_of is null)
    then (select min(r.released_at) from assignments r
        where r.quest_id = b.id and r.status = 'released' and r.team_of is null) + ${firstRightMs} > new.accepted_at
      and not exists (select 1 from assignments r where r.quest_id = b.id and r.farmer = new.farmer
        and r.status = 'released' and r.team_of is null)
    else b.hidden_at is null and b.closed is null and (b.deadline is null or b.deadline > new.accepted_at)
      and b.status in ('open', 'in-progress', 'in-review', 'disputed') end)
  and not exists (select 1 from assignments w where w.quest_id = new.quest_id and w.farmer = new.farmer
    and w.status in ('accepted', 'in-review', 'disputed', 'released', 'refunded'))`
const why = 'this part of a plan is not open yet to this farmer'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger assignments_in_turn before insert on assignments
      when new.status = 'accepted' and ${isTooEarly}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function refuse_out_of_turn() returns trigger language plpgsql as $$
      begin
        if ${isTooEarly} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger assignments_in_turn before insert on assignments for each row
      when (new.status = 'accepted') execute function refuse_out_of_turn()`,
  ],
}
