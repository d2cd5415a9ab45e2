import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Hint } from './hint.ts'

export type LinkedQuest = {
  readonly id: string
  readonly giver: Address
  readonly issueNumber: number | null
  readonly events: number
  readonly hidden: boolean
  readonly repositoryId: string | null
}

export async function findLinked(db: Db, { repoKey }: Hint): Promise<LinkedQuest[]> {
  const rows = await db
    .selectFrom('quests')
    .leftJoin('quest_repositories as r', join =>
      join.onRef('r.quest_id', '=', 'quests.id').onRef('r.repo_key', '=', 'quests.repo_key'),
    )
    .select(['id', 'giver', 'issue_number', 'events', 'hidden_at', 'repository_id'])
    .where('quests.repo_key', '=', repoKey)
    .where('status', 'not in', ['completed', 'cancelled'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, giver, issue_number, events, hidden_at, repository_id }) => ({
    id,
    giver,
    events,
    hidden: hidden_at !== null,
    repositoryId: repository_id,
    issueNumber: issue_number === null ? null : Number(issue_number),
  }))
}

/** Without those of another repository, which had this name before. */
export function linkedTo(quests: readonly LinkedQuest[], repositoryId: string): LinkedQuest[] {
  return quests.filter(quest => quest.repositoryId === null || quest.repositoryId === repositoryId)
}

/** By the repository's name, or by its id: a repository that was renamed has two names. */
export async function findProved(
  db: Db,
  { repoKey, pr }: Hint,
  repositoryId: string | null = null,
): Promise<AssignmentRow | null> {
  const named = await db
    .selectFrom('assignments')
    .selectAll()
    .where('repo_key', '=', repoKey)
    .where('pull_request', '=', pr)
    .executeTakeFirst()
  if (named !== undefined || repositoryId === null) return named ?? null
  const renamed = await db
    .selectFrom('merges')
    .innerJoin('assignments', join =>
      join
        .onRef('assignments.quest_id', '=', 'merges.quest_id')
        .onRef('assignments.farmer', '=', 'merges.farmer'),
    )
    .selectAll('assignments')
    .where('merges.repository_id', '=', repositoryId)
    .where('merges.pull_request', '=', pr)
    .executeTakeFirst()
  return renamed ?? null
}
