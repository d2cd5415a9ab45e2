import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

type Watched = {
  readonly source: string
  readonly table: string
  readonly key: string
  readonly only?: string
}

/** Rows that the log records, as 012 and 041 have them. */
const watched: readonly Watched[] = [
  { source: 'transfer', table: 'ledger_transfers', key: 'new.id' },
  {
    source: 'event',
    table: 'quest_events',
    key: `new.quest_id || ' ' || new.number`,
    only: 'exists (select 1 from sealed_kinds k where k.kind = new.kind)',
  },
  { source: 'chain-event', table: 'escrow_events', key: `new.hash || ' ' || new.log_index` },
  { source: 'attempt', table: 'escrow_attempts', key: 'new.hash' },
  { source: 'act', table: 'audit_notes', key: 'new.id', only: 'new.kept = 1' },
  { source: 'access', table: 'audit_notes', key: 'new.id', only: 'new.kept = 0' },
]

/** Tables whose rows stay, with the function that refuses a change. */
const appendOnly: readonly (readonly [table: string, events: string, refuse: string])[] = [
  ['ledger_transfers', 'update or delete', 'refuse_ledger_change'],
  ['ledger_entries', 'update or delete', 'refuse_ledger_change'],
  ['moderation_log', 'delete', 'refuse_change'],
  ['quest_events', 'delete', 'refuse_change'],
  ['quest_revisions', 'delete', 'refuse_change'],
]

/**
 * PostgreSQL's triggers run for each row, as SQLite's do and other engines can. Only the guards against `truncate`, which
 * has no rows, are for a whole statement.
 */
export const rowTriggers = (engine: Engine) => async (db: Kysely<unknown>) => {
  if (engine === 'sqlite') return
  const run = (text: string) => sql.raw(text).execute(db)
  for (const { source, table, key, only = 'true' } of watched) {
    const name = `audit_${source.replace('-', '_')}`
    await run(`drop trigger ${name} on ${table}`)
    await run(`create or replace function queue_${name}() returns trigger language plpgsql as $$
      begin
        insert into audit_queue (at, source, key) select new.at, '${source}', ${key} where ${only} on conflict do nothing;
        return null;
      end $$`)
    await run(`create trigger ${name} after insert on ${table} for each row execute function queue_${name}()`)
  }
  for (const [table, events, refuse] of appendOnly) {
    const make = (name: string, rest: string) =>
      run(`create trigger ${table}_${name} before ${rest} execute function ${refuse}()`)
    await run(`drop trigger ${table}_append_only on ${table}`)
    await make('append_only', `${events} on ${table} for each row`)
    await make('no_truncate', `truncate on ${table} for each statement`)
  }
}
