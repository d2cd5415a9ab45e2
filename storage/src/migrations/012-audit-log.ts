import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Quest events that decide about money, or lead to it. 041 turned them into rows. */
const moneyKinds = [
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
] as const

type Watched = {
  readonly source: string
  readonly table: string
  readonly key: string
  readonly only?: string
}

const kinds = moneyKinds.map(kind => `'${kind}'`).join(', ')

/** Rows that the log records; `key` and `only` refer to a row `r`. */
const watched: readonly Watched[] = [
  { source: 'transfer', table: 'ledger_transfers', key: 'r.id' },
  {
    source: 'event',
    table: 'quest_events',
    key: `r.quest_id || ' ' || r.number`,
    only: `r.kind in (${kinds})`,
  },
  { source: 'chain-event', table: 'escrow_events', key: `r.hash || ' ' || r.log_index` },
  { source: 'attempt', table: 'escrow_attempts', key: 'r.hash' },
  { source: 'act', table: 'audit_notes', key: 'r.id', only: 'r.kept = 1' },
  { source: 'access', table: 'audit_notes', key: 'r.id', only: 'r.kept = 0' },
]

/**
 * Triggers queue rows to be sealed in their own commit, also those of the version before and manual ones. Earlier rows are
 * queued too.
 */
export const auditLog = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const string = sql`${text} not null`
  const number = sql`bigint not null`
  await db.schema
    .createTable('audit_notes')
    .addColumn('id', string, column => column.primaryKey())
    .addColumn('at', number)
    .addColumn('kind', string)
    .addColumn('actor', text)
    .addColumn('details', string)
    .addColumn('kept', sql`integer not null`)
    .execute()
  await db.schema
    .createTable('audit_queue')
    .addColumn('at', number)
    .addColumn('source', string)
    .addColumn('key', string)
    .addPrimaryKeyConstraint('audit_queue_key', ['at', 'source', 'key'] as never[])
    .execute()
  await db.schema
    .createTable('audit_seals')
    .addColumn('number', sql`bigint`, column => column.primaryKey())
    .addColumn('first', number)
    .addColumn('at', number)
    .addColumn('source', string)
    .addColumn('key', string)
    .addColumn('digest', string)
    .addColumn('hash', string)
    .addColumn('kept', number)
    .execute()
  await db.schema
    .createIndex('audit_seals_by_key')
    .unique()
    .on('audit_seals')
    .columns(['source', 'key'])
    .execute()
  await sql`create index audit_seals_thinnable on audit_seals (number) where source = 'access'`.execute(db)
  await sql`insert into meta (key, value) values ('audit-sealer', '')`.execute(db)

  for (const rows of watched) {
    await watch(db, engine, rows)
    await sql.raw(queue(rows, rows.table)).execute(db)
  }
  await guard(db, engine, 'audit_notes', 'old.kept = 1')
  await guard(db, engine, 'audit_seals', `old.source not in ('access', 'thinned')`)
}

function queue({ source, key, only }: Watched, from: string): string {
  return `insert into audit_queue (at, source, key)
    select r.at, '${source}', ${key} from ${from} r where ${only ?? 'true'} on conflict do nothing`
}

async function watch(db: Kysely<unknown>, engine: Engine, rows: Watched): Promise<void> {
  const name = `audit_${rows.source.replace('-', '_')}`
  const { source, table, key, only = 'true' } = rows
  if (engine === 'sqlite') {
    const ofNew = (text: string) => text.replaceAll('r.', 'new.')
    await sql
      .raw(
        `create trigger ${name} after insert on ${table} when ${ofNew(only)}
         begin insert or ignore into audit_queue (at, source, key) values (new.at, '${source}', ${ofNew(key)}); end`,
      )
      .execute(db)
    return
  }
  await sql
    .raw(
      `create function queue_${name}() returns trigger language plpgsql as
       $$ begin ${queue(rows, 'added')}; return null; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${name} after insert on ${table} referencing new table as added
       for each statement execute function queue_${name}()`,
    )
    .execute(db)
}

/** Sealed rows are never changed, and permanent ones never deleted. */
async function guard(db: Kysely<unknown>, engine: Engine, table: string, forEver: string): Promise<void> {
  const refuse = (name: string, when: string) =>
    engine === 'sqlite'
      ? `create trigger ${table}_${name} ${when} begin select raise(abort, '${table} is append-only'); end`
      : `create trigger ${table}_${name} ${when} execute function refuse_change()`
  const each = engine === 'sqlite' ? '' : 'for each row '
  await sql.raw(refuse('no_update', `before update on ${table} ${each}`)).execute(db)
  const condition = engine === 'sqlite' ? `when ${forEver}` : `for each row when (${forEver})`
  await sql.raw(refuse('no_delete', `before delete on ${table} ${condition}`)).execute(db)
}
