import type { Db } from '@furrow/storage/db.ts'

/**
 * The quests of a repository that the service speaks of there. Anyone may link a quest to an issue; it speaks only for people
 * who may write to the repository.
 */
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
