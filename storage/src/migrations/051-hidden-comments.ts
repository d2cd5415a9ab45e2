import { type Kysely, sql } from 'kysely'

/** Every reader of a quest is checked for hidden comments of their own. */
export const hiddenComments = () => async (db: Kysely<unknown>) => {
  await sql`create index comments_hidden on comments (author, quest_id) where hidden_at is not null`.execute(
    db,
  )
}
