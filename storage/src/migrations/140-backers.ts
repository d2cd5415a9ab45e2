import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * The quest whose reward a companion adds to, and how many events it had by then; of that quest, how many add to it and how much for each place; and when
 * somebody has to look what its companions follow. Triggers tell that, whichever version decides about the work.
 */
export const backers = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('quests').addColumn('companion_of', text).execute()
  await db.schema.alterTable('quests').addColumn('companion_from', 'integer').execute()
  await db.schema.alterTable('quests').addColumn('backers', 'integer').execute()
  await db.schema.alterTable('quests').addColumn('backed', text).execute()
  await sql`create index quests_companions on quests (companion_of, id) where companion_of is not null`.execute(
    db,
  )
  await sql`create unique index quests_backed_once on quests (companion_of, giver)
    where companion_of is not null and closed is null`.execute(db)
  await db.schema
    .createTable('backed_quests')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('changes', 'bigint', column => column.notNull())
    .addColumn('follow_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('backed_quests_pkey', ['quest_id'] as never[])
    .execute()
  await sql`create index backed_quests_due on backed_quests (follow_at)`.execute(db)
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

/** Work ended, or was given back: its companions follow, or an objection falls away. */
const placeMoves = `old.status <> new.status and new.status in ('accepted', 'released', 'refunded', 'withdrawn', 'expired', 'cancelled')`
const questEnds = `old.status <> new.status and new.status in ('completed', 'cancelled')`
const wake = (id: string) =>
  `update backed_quests set changes = changes + 1, follow_at = 0 where quest_id = ${id}`

/** The version before would count a companion's release as finished work of its own, for points and for the farmer's record. */
const countsAsWork = `new.status = 'released' and (new.backing <> 'companion' or new.counted <> 0)
  and exists (select 1 from quests q where q.id = new.quest_id and q.companion_of is not null)`
/** It would also let backers leave while somebody works, others see the companion, and its terms change. */
const leaves = `new.companion_of is not null and (new.hidden_at is null or new.amount <> old.amount
  or new.token <> old.token or new.max_farmers <> old.max_farmers or (old.closed is null and new.closed is not null
  and exists (select 1 from assignments a where a.quest_id = new.companion_of
    and a.status in ('accepted', 'in-review', 'disputed'))))`
/** And change what a promise of others is for. */
const isRepriced = `coalesce(new.backers, 0) > 0 and (new.token <> old.token or new.max_farmers <> old.max_farmers)`
const why = 'this adds to the reward of another quest, and follows it'
const whyBacked = 'others add to the reward of this quest: its token and its places stay'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger assignments_backed after update of status on assignments when ${placeMoves}
      begin ${wake('new.quest_id')}; end`,
    `create trigger quests_backed after update of status on quests when ${questEnds}
      begin ${wake('new.id')}; end`,
    `create trigger assignments_of_companions before update on assignments when ${countsAsWork}
      begin select raise(abort, '${why}'); end`,
    `create trigger quests_of_backers before update on quests when ${leaves}
      begin select raise(abort, '${why}'); end`,
    `create trigger quests_with_backers before update on quests when ${isRepriced}
      begin select raise(abort, '${whyBacked}'); end`,
  ],
  postgres: [
    `create or replace function wake_companions_of_place() returns trigger language plpgsql as $$
      begin ${wake('new.quest_id')}; return null; end $$`,
    `create trigger assignments_backed after update on assignments for each row
      when (${placeMoves}) execute function wake_companions_of_place()`,
    `create or replace function wake_companions_of_quest() returns trigger language plpgsql as $$
      begin ${wake('new.id')}; return null; end $$`,
    `create trigger quests_backed after update on quests for each row
      when (${questEnds}) execute function wake_companions_of_quest()`,
    `create or replace function refuse_companion_as_work() returns trigger language plpgsql as $$
      begin
        if ${countsAsWork} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger assignments_of_companions before update on assignments for each row
      when (new.status = 'released' and (new.backing <> 'companion' or new.counted <> 0))
      execute function refuse_companion_as_work()`,
    `create or replace function refuse_companion_change() returns trigger language plpgsql as $$
      begin
        if ${leaves} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger quests_of_backers before update on quests for each row
      when (new.companion_of is not null) execute function refuse_companion_change()`,
    `create or replace function refuse_backed_change() returns trigger language plpgsql as $$
      begin raise exception '${whyBacked}'; end $$`,
    `create trigger quests_with_backers before update on quests for each row
      when (${isRepriced}) execute function refuse_backed_change()`,
  ],
}
