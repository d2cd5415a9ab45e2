import { type Kysely, sql } from 'kysely'

/** Payments of somebody that are still looked up: of the thousands that he had or made, the few that keep him from leaving. */
export const confirming = () => async (db: Kysely<unknown>) => {
  for (const party of ['farmer', 'giver'])
    await sql`create index ${sql.ref(`assignments_confirming_by_${party}`)} on assignments
      (${sql.ref(party)}, quest_id) where payment = 'confirming'`.execute(db)
}
