import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Thanks for merged pull requests that nobody posted, and tips; each is a quest of its own once it is paid. */
export const thanks = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const key = sql`${text} not null`
  await db.schema
    .createTable('thanks')
    .addColumn('id', key)
    .addColumn('giver', key)
    .addColumn('farmer', key)
    .addColumn('subject', key)
    .addColumn('url', text)
    .addColumn('repository', text)
    .addColumn('tipped', text)
    .addColumn('account', text)
    .addColumn('token', key)
    .addColumn('amount', key)
    .addColumn('created_at', sql`bigint not null`)
    .addColumn('lapses_at', sql`bigint not null`)
    .addColumn('said_at', sql`bigint`)
    .addColumn('chain_id', sql`bigint`)
    .addColumn('hash', text)
    .addColumn('shown_at', sql`bigint`)
    .addColumn('check_at', sql`bigint not null`)
    .addColumn('tries', sql`integer not null`)
    .addColumn('quest_id', text)
    .addPrimaryKeyConstraint('thanks_pkey', ['id'] as never[])
    .execute()
  await sql`create unique index thanks_once on thanks (giver, subject)`.execute(db)
  await sql`create index thanks_given on thanks (giver, id)`.execute(db)
  await sql`create index thanks_received on thanks (farmer, id)`.execute(db)
  await sql`create index thanks_due on thanks (check_at)`.execute(db)
  await db.schema.alterTable('quests').addColumn('thanks', text).execute()
}
