import { type Kysely, sql } from 'kysely'

/** Whether somebody has a hidden comment at a quest is asked whenever they read it. */
export const hiddenComments = () => async (db: Kysely<unknown>) => {
  await sql`create index comments_hidden on comments (author, quest_id) where hidden_at is not null`.execute(
    db,
  )
}
