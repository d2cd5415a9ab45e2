import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Payments that no chain shows, by the word of both sides, and reminders of what a giver owes. */
export const paidWords = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const add = (column: string, type: RawBuilder<unknown>) =>
    db.schema
      .alterTable('assignments')
      .addColumn(column, type as RawBuilder<string>)
      .execute()
  for (const time of ['said_paid_at', 'received_at', 'missed_at', 'remind_at']) await add(time, sql`bigint`)
  await add('said_transaction', text)
  await sql`create index assignments_owed on assignments (giver, token, released_at, quest_id, farmer)
    where status = 'released' and rail = 'ledger' and payment is null and received_at is null`.execute(db)
  await sql`create index assignments_to_pay on assignments (giver, released_at, quest_id, farmer)
    where status = 'released' and payment is null and received_at is null and remind_at is not null`.execute(
    db,
  )
  await sql`create index assignments_remind on assignments (remind_at, quest_id, farmer)
    where status = 'released' and payment is null and received_at is null and remind_at is not null`.execute(
    db,
  )
}
