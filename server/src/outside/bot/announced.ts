import type { Db } from '@furrow/storage/db.ts'

/** Anyone may link a quest to an issue; the service speaks there only for people who may write to the repository. */
export function announcedQuests(db: Db, repoKey: string) {
  return db
    .selectFrom('quests')
    .where('quests.repo_key', '=', repoKey)
    .where('quests.hidden_at', 'is', null)
    .where(
      'quests.giver',
      'in',
      db.selectFrom('bot_writers').select('address').where('repo_key', '=', repoKey),
    )
}
