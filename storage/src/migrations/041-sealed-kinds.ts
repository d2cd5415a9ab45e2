import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** As in 012. */
const before = [
  'funded',
  'misfunded',
  'submitted',
  'merged',
  'proposed',
  'disputed',
  'payment-asked',
  'released',
  'refunded',
  'closed',
  'closing',
  'places-returned',
]

/** They move money too, and were not sealed. */
const added = [
  'returned',
  'payment-shown',
  'payment-settled',
  'payment-reorganised',
  'payment-refused',
  'proposed-again',
  'notice-given',
  'merge-doubted',
  'edited',
  'place-cancelled',
]

/**
 * The sealed event kinds become rows, filled at each start; events of before are sealed in the background
 * (audit-log/late.ts).
 */
export const sealedKinds = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  await db.schema
    .createTable('sealed_kinds')
    .addColumn('kind', text)
    .addPrimaryKeyConstraint('sealed_kinds_key', ['kind'] as never[])
    .execute()
  const isSealed = (row: string) => `exists (select 1 from sealed_kinds k where k.kind = ${row}.kind)`
  const key = (row: string) => `${row}.quest_id || ' ' || ${row}.number`
  if (engine === 'sqlite') {
    await sql`drop trigger audit_event`.execute(db)
    await sql
      .raw(
        `create trigger audit_event after insert on quest_events when ${isSealed('new')}
         begin insert or ignore into audit_queue (at, source, key) values (new.at, 'event', ${key('new')}); end`,
      )
      .execute(db)
  } else {
    // Waits for transactions that write now, so that the pass over old events sees those that the former trigger left out.
    await sql`lock table quest_events in share row exclusive mode`.execute(db)
    await sql
      .raw(
        `create or replace function queue_audit_event() returns trigger language plpgsql as
         $$ begin insert into audit_queue (at, source, key)
           select r.at, 'event', ${key('r')} from added r where ${isSealed('r')} on conflict do nothing; return null; end $$`,
      )
      .execute(db)
  }
  for (const kind of [...before, ...added])
    await sql`insert into sealed_kinds (kind) values (${sql.lit(kind)})`.execute(db)
  const late = JSON.stringify({ kinds: added, quest: '', number: 0 })
  await sql`insert into meta (key, value)
    select 'audit-late', ${sql.lit(late)} where exists (select 1 from quest_events)`.execute(db)
}
