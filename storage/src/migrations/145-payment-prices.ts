import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The worth of a token when a payment was made, looked up once it is proved, by whichever version it was. */
export const paymentPrices = (engine: Engine) => async (db: Kysely<unknown>) => {
  const letters = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const text = sql`${letters} not null`
  await db.schema
    .createTable('payment_prices')
    .addColumn('quest_id', text)
    .addColumn('farmer', text)
    .addColumn('paid_at', 'bigint')
    .addColumn('price', letters)
    .addColumn('currency', letters)
    .addColumn('price_at', 'bigint')
    .addColumn('tries', sql`bigint not null`)
    .addColumn('check_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('payment_prices_key', ['quest_id', 'farmer'] as never[])
    .execute()
  await sql`create index payment_prices_due on payment_prices (check_at)`.execute(db)
  for (const statement of triggers[engine]) await sql.raw(statement).execute(db)
}

/** A payment that the chain took back, and has again, is looked up anew. */
const isProved = `(new.payment = 'paid' and coalesce(old.payment, '') <> 'paid')
  or (new.rail = 'chain' and new.status = 'released' and old.status <> 'released')`
const note = `
  insert into payment_prices (quest_id, farmer, tries, check_at) values (new.quest_id, new.farmer, 0, 0)
  on conflict (quest_id, farmer) do update set paid_at = null, price = null, currency = null, price_at = null,
    tries = 0, check_at = 0;`
const rename = `
  update payment_prices set farmer = new.farmer where quest_id = new.quest_id and farmer = old.farmer;`

const triggers: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger assignments_priced after update on assignments when ${isProved} begin ${note} end`,
    `create trigger assignments_price_renamed after update of farmer on assignments when old.farmer <> new.farmer
      begin ${rename} end`,
  ],
  postgres: [
    `create or replace function note_payment_price() returns trigger language plpgsql as $$
      begin ${note} return null; end $$`,
    `create trigger assignments_priced after update on assignments for each row
      when (${isProved}) execute function note_payment_price()`,
    `create or replace function rename_payment_price() returns trigger language plpgsql as $$
      begin ${rename} return null; end $$`,
    `create trigger assignments_price_renamed after update of farmer on assignments for each row
      when (old.farmer <> new.farmer) execute function rename_payment_price()`,
  ],
}
