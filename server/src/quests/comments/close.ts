import type { CommentThread, ThreadChange } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import { findThread, showThread } from './thread.ts'

/** The giver and the platform wallet may write all the same. @throws NotFoundError; ForbiddenError for others. */
export async function closeThread(
  { clock, db }: Context,
  caller: Address,
  { questId, closed }: ThreadChange,
): Promise<CommentThread> {
  const { giver } = await findThread(db, questId)
  if (caller !== giver)
    throw new ForbiddenError('Only the giver of the quest may close its comments.', { code: 'giver-only' })
  const closed_at = closed ? clock.now() : null
  const thread = await db
    .insertInto('comment_threads')
    .values({ quest_id: questId, last_number: 0, comments: 0, changes: 1, closed_at, farmers_told_at: 0 })
    .onConflict(conflict =>
      conflict.column('quest_id').doUpdateSet(({ eb }) => ({
        changes: eb('comment_threads.changes', '+', 1),
        // Closing them again keeps the time of the first closing.
        closed_at: closed ? sql<number>`coalesce(comment_threads.closed_at, excluded.closed_at)` : null,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return showThread(thread)
}
