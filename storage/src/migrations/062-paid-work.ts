import { type Kysely, sql } from 'kysely'

/** The count of a farmer's work paid by shown payments: it tells whether anything shown of them changed. */
export const paidWork = async (db: Kysely<unknown>) => {
  await sql`create index assignments_paid on assignments (farmer) where payment = 'paid'`.execute(db)
}
