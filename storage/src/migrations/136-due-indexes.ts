import { type Kysely, sql } from 'kysely'

const before = ['by_end', 'by_expiry', 'by_review_end', 'by_dispute_end', 'by_pull_request'] as const

/**
 * Each index holds only the places that its duty asks for. A place that is handed in, released or over had an entry in every
 * one of them, written again at each change of the place.
 */
export const dueIndexes = async (db: Kysely<unknown>) => {
  for (const name of before) await db.schema.dropIndex(`assignments_${name}`).execute()
  await sql`create index assignments_to_warn on assignments (expires_at, quest_id, farmer)
    where status = 'accepted' and warned = 0`.execute(db)
  await sql`create index assignments_to_end on assignments (expires_at, quest_id, farmer)
    where status = 'accepted'`.execute(db)
  await sql`create index assignments_to_release on assignments (rail, review_ends_at, quest_id, farmer)
    where status = 'in-review'`.execute(db)
  await sql`create index assignments_to_settle on assignments (rail, dispute_ends_at, quest_id, farmer)
    where status = 'disputed'`.execute(db)
  await sql`create unique index assignments_by_pull_request on assignments (repo_key, pull_request)
    where pull_request is not null`.execute(db)
}
