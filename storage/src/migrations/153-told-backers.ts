import { type Kysely, sql } from 'kysely'

/**
 * When those who add to a quest's reward were last told of an edit; and when somebody ended an addition before its quest was
 * over. What was ended so far has the time of the event by which the quest tells of it, in the same commit.
 */
export const toldBackers = () => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('quests').addColumn('backers_told_at', 'bigint').execute()
  await db.schema.alterTable('quests').addColumn('companion_stopped_at', 'bigint').execute()
  await sql`update quests set companion_stopped_at = updated_at
    where companion_of is not null and closed = 'cancelled' and exists (
      select 1 from quest_events own join quest_events main on main.quest_id = quests.companion_of
      where own.quest_id = quests.id and own.kind = 'closed' and main.kind = 'backing-stopped'
        and main.at between own.at - 2000 and own.at)`.execute(db)
}
