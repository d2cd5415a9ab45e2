import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Contests whose entries the members of the community rank: who may vote with what power, and their ballots. */
export const contestBallots = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('contest_entries').addColumn('votes', 'bigint').execute()
  await db.schema
    .createTable('contest_votes')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('opened_at', 'bigint', column => column.notNull())
    .addColumn('quorum', 'integer', column => column.notNull())
    .addColumn('total_weight', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('contest_votes_pkey', ['quest_id'] as never[])
    .execute()
  await db.schema
    .createTable('contest_voters')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('address', text, column => column.notNull())
    .addColumn('weight', 'bigint', column => column.notNull())
    .addColumn('delegate', text)
    .addPrimaryKeyConstraint('contest_voters_pkey', ['quest_id', 'address'])
    .execute()
  await db.schema
    .createTable('contest_ballots')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('voter', text, column => column.notNull())
    .addColumn('entries', text, column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('contest_ballots_pkey', ['quest_id', 'voter'])
    .execute()
  for (const index of indexes) await sql.raw(index).execute(db)
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

const byVotes = `'%"rankBy":"votes"%'`

const indexes = [
  'create index contest_voters_by_address on contest_voters (address)',
  'create index contest_voters_by_delegate on contest_voters (delegate, quest_id) where delegate is not null',
  'create index contest_ballots_by_voter on contest_ballots (voter)',
  `create index quests_contest_votes on quests (deadline) where contest_due is not null and contest like ${byVotes}`,
]

/** The version before knows no ballots: it would let the giver rank, or call the members silent. It is refused. */
const isUncounted = (differs: string) => `old.contest_due is not null and old.contest like ${byVotes}
  and new.contest not like '%"counted":{%' and new.closed ${differs} 'cancelled'
  and new.contest_due ${differs} old.contest_due`
const why = 'a contest that members rank is decided by a version that knows their ballots'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger quests_contest_votes_guard before update on quests when ${isUncounted('is not')}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function refuse_without_ballots() returns trigger language plpgsql as $$
      begin
        if ${isUncounted('is distinct from')} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger quests_contest_votes_guard before update on quests for each row
      when (old.contest_due is not null) execute function refuse_without_ballots()`,
  ],
}
