import { type Kysely, sql } from 'kysely'

/** How much of a farmer's work was paid by payments that were shown: it tells whether what is shown of them changed. */
export const paidWork = async (db: Kysely<unknown>) => {
  await sql`create index assignments_paid on assignments (farmer) where payment = 'paid'`.execute(db)
}
