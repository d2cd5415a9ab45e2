import { type Kysely, sql } from 'kysely'

export const mailByQuest = () => async (db: Kysely<unknown>) => {
  await sql`create index mail_by_quest on mail (owner, quest_id, id) where quest_id is not null`.execute(db)
  await sql`create index mail_by_sender on mail (owner, sender, id)`.execute(db)
}
