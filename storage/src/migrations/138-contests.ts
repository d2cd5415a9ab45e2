import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Contests: their terms with the quest, and an entry for each author, which is no place. */
export const contests = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('quests').addColumn('contest', text).execute()
  await db.schema
    .alterTable('quests')
    .addColumn('contest_entries', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('quests').addColumn('contest_due', 'bigint').execute()
  await sql`create index quests_contest_due on quests (contest_due) where contest_due is not null`.execute(db)
  await db.schema
    .createTable('contest_entries')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('farmer', text, column => column.notNull())
    .addColumn('id', text, column => column.notNull())
    .addColumn('account', text)
    .addColumn('text', text)
    .addColumn('links', text)
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('hidden_at', 'bigint')
    .addColumn('prize', 'integer')
    .addColumn('word', text)
    .addColumn('outcome', text)
    .addPrimaryKeyConstraint('contest_entries_pkey', ['quest_id', 'farmer'])
    .execute()
  await db.schema
    .createTable('contest_words')
    .addColumn('quest_id', text, column => column.notNull())
    .addColumn('about', text, column => column.notNull())
    .addColumn('author', text, column => column.notNull())
    .addColumn('text', text, column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('contest_words_pkey', ['quest_id', 'about'])
    .execute()
  for (const index of indexes) await sql.raw(index).execute(db)
  for (const statement of guards[engine]) await sql.raw(statement).execute(db)
}

const indexes = [
  'create index quests_contest_of_giver on quests (giver, contest_due) where contest_due is not null',
  'create unique index contest_entries_by_id on contest_entries (id)',
  'create unique index contest_entries_by_account on contest_entries (quest_id, account) where account is not null',
  'create index contest_entries_by_farmer on contest_entries (farmer, quest_id)',
  'create index contest_entries_open on contest_entries (farmer) where outcome is null',
  'create index contest_entries_open_account on contest_entries (account) where outcome is null and account is not null',
  'create index contest_words_by_author on contest_words (author)',
]

/** The version before knows no contests: it would give places, and give the prizes back at the deadline. It is refused. */
const isForeign = (differs: string) => `old.contest_due is not null and new.contest_due is not null and (
  new.taken <> old.taken or new.returned <> old.returned or new.max_farmers <> old.max_farmers
  or new.amount <> old.amount or new.closed ${differs} old.closed or new.deadline ${differs} old.deadline)`
const why = 'a contest is decided by a version that knows its entries'

const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger quests_contest before update on quests when ${isForeign('is not')}
      begin select raise(abort, '${why}'); end`,
  ],
  postgres: [
    `create or replace function refuse_without_entries() returns trigger language plpgsql as $$
      begin
        if ${isForeign('is distinct from')} then raise exception '${why}'; end if;
        return new;
      end $$`,
    `create trigger quests_contest before update on quests for each row
      when (old.contest_due is not null) execute function refuse_without_entries()`,
  ],
}
