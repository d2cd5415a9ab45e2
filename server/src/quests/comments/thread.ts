import type { CommentThread } from '@furrow/sdk/contract'
import type { CommentThreadRow } from '@furrow/storage/comment-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { instantOrNull } from '../../ground/clock.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'

export type Thread = CommentThreadRow &
  Pick<QuestRow, 'giver' | 'title' | 'hidden_at'> & {
    readonly working: number
  }

const threadReaderOf = oneFor((db: Db) =>
  readTogether(async (ids: readonly string[]) => {
    const rows = await db
      .selectFrom('quests')
      .leftJoin('comment_threads as t', 't.quest_id', 'quests.id')
      .select(['quests.id as quest_id', 'giver', 'title', 'hidden_at', 't.closed_at'])
      .select(sql<number>`accepted + in_review + disputed`.as('working'))
      .select(({ fn }) =>
        (['last_number', 'comments', 'changes', 'farmers_told_at'] as const).map(name =>
          fn.coalesce(`t.${name}`, sql.lit(0)).as(name),
        ),
      )
      .where(isAmong(db, 'quests.id', ids))
      .execute()
    return new Map(rows.map(row => [row.quest_id, row as Thread]))
  }),
)

/** Empty for a quest without comments. @throws NotFoundError */
export async function findThread(db: Db, questId: string): Promise<Thread> {
  const thread = await threadReaderOf(db)(questId)
  if (thread === undefined) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  return thread
}

/** Counts a change, and locks the thread until the transaction ends: changes happen in turn. */
export async function lockThread(trx: Db, questId: string): Promise<void> {
  await trx
    .updateTable('comment_threads')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('quest_id', '=', questId)
    .execute()
}

export function showThread({
  quest_id,
  comments,
  changes,
  closed_at,
}: Pick<Thread, 'quest_id' | 'comments' | 'changes' | 'closed_at'>): CommentThread {
  return { questId: quest_id, commentCount: comments, changes, closedAt: instantOrNull(closed_at) }
}
