import { type Kysely, sql } from 'kysely'

/** The farmers whom a giver paid: their number is part of the giver's record. */
export const paidFarmers = async (db: Kysely<unknown>) => {
  await sql`create index work_pairs_by_giver on work_pairs (giver) where releases > 0`.execute(db)
}
