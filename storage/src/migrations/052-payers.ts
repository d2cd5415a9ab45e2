import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/**
 * Payments that counted before are weighed once more, by the facts kept of them; so are those that the version before still
 * accepts.
 */
export const payers = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const add = (table: string, column: string, type: RawBuilder<unknown>) =>
    db.schema
      .alterTable(table)
      .addColumn(column, type as RawBuilder<string>)
      .execute()
  await add('assignments', 'payment_mined_at', sql`bigint`)
  await add('assignments', 'payment_payer', text)
  await add('assignments', 'payment_confirmed_by', text)
  await add('assignments', 'payment_denied_at', sql`bigint`)
  await add('assignments', 'payment_denied_ref', text)
  // The time a review gave points, so that they can be taken back with its work.
  await add('reviews', 'scored_at', sql`bigint`)
  await add('payments', 'weighed', sql`integer not null default 0`)
  await sql`create index payments_unweighed on payments (quest_id, farmer) where weighed = 0 and status = 'paid'`.execute(
    db,
  )
  await sql`update assignments set payment_payer = (
      select p.payer from payments p where p.quest_id = assignments.quest_id and p.farmer = assignments.farmer)
    where payment = 'paid'`.execute(db)
}
