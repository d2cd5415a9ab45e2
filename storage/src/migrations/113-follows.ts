import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

const isOver = (row: string) => `${row}.status in ('completed', 'cancelled')`
const isOpen = (row: string) => `${row}.status = 'open' and ${row}.hidden_at is null`
/** Nothing is written where nobody follows anything, or was told. */
const anybody = 'exists (select 1 from saved_filters)'
const told = 'exists (select 1 from told_quests where quest_id = new.id)'
const same = 'on conflict (quest_id, number) do nothing'

/**
 * Filters of the board that people follow. A trigger notes each quest that opens, or is over, in the same commit, also for the
 * version before; a job compares it with the filters. `told_quests` has who was told of which quest.
 *
 * Both `saved_filters` and `told_quests` sort after the tables with triggers: a restore loads tables by name, and so notes
 * no old quest again.
 */
export const follows = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('saved_filters')
    .addColumn('id', string)
    .addColumn('address', string)
    .addColumn('name', string)
    .addColumn('filter', string)
    .addColumn('key', string)
    .addColumn('farmer', text)
    .addColumn('daily', sql`integer not null`)
    .addColumn('channels', text)
    .addColumn('created_at', number)
    .addPrimaryKeyConstraint('saved_filters_key', ['id'] as never[])
    .execute()
  await db.schema
    .createTable('told_quests')
    .addColumn('address', string)
    .addColumn('quest_id', string)
    .addColumn('follow', string)
    .addColumn('at', number)
    .addColumn('due_at', sql`bigint`)
    .addPrimaryKeyConstraint('told_quests_key', ['address', 'quest_id'] as never[])
    .execute()
  await db.schema
    .createTable('opened_quests')
    .addColumn('quest_id', string)
    .addColumn('number', number)
    .addColumn('upto_key', sql`${string} default ''`)
    .addColumn('upto', sql`${string} default ''`)
    .addPrimaryKeyConstraint('opened_quests_key', ['quest_id', 'number'] as never[])
    .execute()
  for (const index of [
    sql`saved_filters_by_address on saved_filters (address, created_at)`,
    sql`saved_filters_by_key on saved_filters (key, id)`,
    sql`saved_filters_by_farmer on saved_filters (farmer) where farmer is not null`,
    sql`told_quests_by_quest on told_quests (quest_id)`,
    sql`told_quests_by_age on told_quests (address, at)`,
    sql`told_quests_due on told_quests (due_at, follow, quest_id) where due_at is not null`,
    sql`told_quests_waiting on told_quests (follow) where due_at is not null`,
  ])
    await sql`create index ${index}`.execute(db)

  const opened = `insert into opened_quests (quest_id, number)
    select new.id, new.events where ${anybody} ${same}`
  const ended = `insert into opened_quests (quest_id, number)
    select new.id, new.events where ${told} ${same}`
  const funded = `insert into opened_quests (quest_id, number)
    select q.id, q.events from quests q where q.id = new.quest_id and ${isOpen('q')} and ${anybody} ${same}`
  const on = (name: string, event: string, when: string, write: string) =>
    addTrigger(db, engine, { name, event, when, write })
  await on('opened_at_post', 'insert on quests', isOpen('new'), opened)
  await on('opened_again', 'update on quests', `${isOpen('new')} and not (${isOpen('old')})`, opened)
  await on('opened_over', 'update on quests', `${isOver('new')} and not (${isOver('old')})`, ended)
  await on(
    'opened_by_funds',
    'update on escrows',
    `new.status = 'funded' and old.status = 'unfunded'`,
    funded,
  )
}

type Trigger = {
  readonly name: string
  readonly event: string
  readonly when: string
  readonly write: string
}

async function addTrigger(
  db: Kysely<unknown>,
  engine: Engine,
  { name, event, when, write }: Trigger,
): Promise<void> {
  if (engine === 'sqlite') {
    await sql.raw(`create trigger ${name} after ${event} when ${when} begin ${write}; end`).execute(db)
    return
  }
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${write}; return null; end $$`,
    )
    .execute(db)
  await sql
    .raw(`create trigger ${name} after ${event} for each row when (${when}) execute function ${name}()`)
    .execute(db)
}
