import { type Kysely, sql } from 'kysely'

/** A person's payments still being looked up: among thousands made or received, the few that keep them from leaving. */
export const confirming = () => async (db: Kysely<unknown>) => {
  for (const party of ['farmer', 'giver'])
    await sql`create index ${sql.ref(`assignments_confirming_by_${party}`)} on assignments
      (${sql.ref(party)}, quest_id) where payment = 'confirming'`.execute(db)
}
