import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const quotas = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  await countQuotas(db, text)
  await keepTies(db, text)
  await keepRefusals(db, text)
  await db.schema.alterTable('assignments').addColumn('told_at', sql`bigint not null default 0`).execute()
  await db.schema.alterTable('assignments').addColumn('untold', sql`integer not null default 0`).execute()
  await sql`update assignments set told_at = accepted_at where status = 'accepted'`.execute(db)
}

async function countQuotas(db: Kysely<unknown>, text: RawBuilder<unknown>): Promise<void> {
  const unlimited = sql.lit(Number.MAX_SAFE_INTEGER)
  await db.schema
    .createTable('quotas')
    .addColumn('address', text)
    .addColumn('kind', text)
    .addColumn('day', sql`integer not null`)
    .addColumn('used', sql`bigint not null`)
    .addColumn('most', sql`bigint not null default ${unlimited}`)
    .addPrimaryKeyConstraint('quotas_key', ['address', 'kind', 'day'] as never[])
    .addCheckConstraint('quotas_most', sql`used <= most`)
    .execute()
  await db.schema.createIndex('quotas_by_day').on('quotas').columns(['day']).execute()
  await sql`
    insert into quotas (address, kind, day, used)
    select giver, 'live-quests', 0, count(*) from quests
    where status not in ('completed', 'cancelled') group by giver`.execute(db)
}

/** Notices are no letters; the service keeps no copies of them. */
async function keepTies(db: Kysely<unknown>, text: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('correspondents')
    .addColumn('sender', text)
    .addColumn('recipient', text)
    .addPrimaryKeyConstraint('correspondents_key', ['sender', 'recipient'] as never[])
    .execute()
  await sql`
    insert into correspondents (sender, recipient)
    select distinct sender, recipient from mail
    where sender <> recipient and (owner = sender or type = 'direct')`.execute(db)
  await db.schema
    .createTable('mail_blocks')
    .addColumn('owner', text)
    .addColumn('sender', text)
    .addColumn('at', sql`bigint not null`)
    .addPrimaryKeyConstraint('mail_blocks_key', ['owner', 'sender'] as never[])
    .execute()
}

async function keepRefusals(db: Kysely<unknown>, text: RawBuilder<unknown>): Promise<void> {
  await db.schema.alterTable('merge_hints').addColumn('signed', sql`integer not null default 0`).execute()
  await db.schema.alterTable('merge_hints').addColumn('teller', sql`${text} default ''`).execute()
  await db.schema
    .createTable('merge_refusals')
    .addColumn('repo_key', text)
    .addColumn('repository', text)
    .addColumn('pull_request', sql`integer not null`)
    .addColumn('basis', text)
    .addColumn('status', sql`integer not null`)
    .addColumn('error', text)
    .addColumn('told_again', sql`integer not null default 0`)
    .addColumn('teller', text)
    .addColumn('until', sql`bigint not null`)
    .addPrimaryKeyConstraint('merge_refusals_key', ['repo_key', 'pull_request'] as never[])
    .execute()
  await db.schema.createIndex('merge_refusals_by_end').on('merge_refusals').columns(['until']).execute()
}
