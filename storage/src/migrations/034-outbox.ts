import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Keeps a letter in the digest of its day, even when it is committed late. */
const afterMidnight = 10 * 60_000
const day = 86_400_000

/** The topic of a letter, also of one that the version before wrote. Frozen, as all migrations are. */
const topic = `coalesce(new.topic, case when new.official = 1 then new.type else 'letter' end)`

const wants = (topic: string) => `position(' ' || ${topic} || ' ' in s.topics) > 0`
const wantsOnSqlite = (topic: string) => `instr(s.topics, ' ' || ${topic} || ' ') > 0`

/**
 * Messages that leave the app. A trigger on the mailbox adds each letter to the outbox in the same commit, once for each of
 * its reader's channels that wants it: also letters of the version before and manual ones. Where nobody has a channel this
 * costs a look at an empty index. A broadcast is one row, which a duty spreads.
 *
 * The channels are in `subscriptions`, a name that sorts after the tables with triggers: a restore loads tables by name, and
 * so sends no old letter again.
 */
export const outbox = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', string)
    .addColumn('address', string)
    .addColumn('kind', string)
    .addColumn('target', string)
    .addColumn('topics', string)
    .addColumn('daily', sql`integer not null default 0`)
    .addColumn('state', string)
    .addColumn('created_at', number)
    .addColumn('asked_at', number)
    .addColumn('tries', sql`integer not null default 0`)
    .addColumn('failing_since', sql`bigint`)
    .addColumn('problem', text)
    .addColumn('delivered_at', sql`bigint`)
    .addPrimaryKeyConstraint('subscriptions_key', ['id'] as never[])
    .execute()
  await db.schema
    .createTable('outbox')
    .addColumn('channel', string)
    .addColumn('letter', string)
    .addColumn('address', string)
    .addColumn('topic', string)
    .addColumn('at', number)
    .addColumn('digest', sql`bigint`)
    .addColumn('due_at', number)
    .addPrimaryKeyConstraint('outbox_key', ['channel', 'letter'] as never[])
    .execute()
  await db.schema
    .createTable('outbox_spreads')
    .addColumn('letter', string)
    .addColumn('topic', string)
    .addColumn('at', number)
    .addColumn('upto', string)
    .addPrimaryKeyConstraint('outbox_spreads_key', ['letter'] as never[])
    .execute()
  await db.schema.alterTable('mail').addColumn('topic', text).execute()
  await db.schema.alterTable('mail').addColumn('quest_id', text).execute()
  for (const index of [
    sql`subscriptions_by_address on subscriptions (address, created_at)`,
    sql`outbox_by_due on outbox (due_at, channel)`,
    sql`outbox_by_age on outbox (at) where digest is null`,
    sql`outbox_by_address on outbox (address)`,
  ])
    await sql`create index ${index}`.execute(db)

  const toOutbox = (wanted: (topic: string) => string) => `
    insert into outbox (channel, letter, address, topic, at, digest, due_at)
    select s.id, new.id, s.address, ${topic}, new.sent_at,
      case when s.daily = 1 then new.sent_at / ${day} end,
      case when s.daily = 1 then (new.sent_at / ${day} + 1) * ${day} + ${afterMidnight} else new.sent_at end
    from subscriptions s
    where s.address = new.owner and s.state = 'on' and ${wanted(topic)}`
  await onInsert(db, engine, 'mail', 'new.owner = new.recipient and new.owner <> new.sender', toOutbox)
  await onInsert(
    db,
    engine,
    'broadcasts',
    'true',
    () => `
    insert into outbox_spreads (letter, topic, at, upto)
    select new.id, 'broadcast', new.sent_at, '' where exists (select 1 from subscriptions)`,
  )
}

async function onInsert(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  when: string,
  write: (wants: (topic: string) => string) => string,
): Promise<void> {
  if (engine === 'sqlite') {
    await sql
      .raw(
        `create trigger outbox_of_${table} after insert on ${table} when ${when}
         begin ${write(wantsOnSqlite)}; end`,
      )
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function outbox_of_${table}() returns trigger language plpgsql as
       $$ begin ${write(wants)}; return null; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger outbox_of_${table} after insert on ${table}
       for each row when (${when}) execute function outbox_of_${table}()`,
    )
    .execute(db)
}
