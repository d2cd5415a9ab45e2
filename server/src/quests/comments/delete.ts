import type { CommentRow } from '@furrow/storage/comment-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import { findComment } from './show.ts'
import { findThread, lockThread } from './thread.ts'

/** @throws NotFoundError; ForbiddenError for others than the author, the giver of the quest and the platform wallet. */
export async function deleteComment(context: Context, caller: Address, id: string): Promise<void> {
  const { clock, config, db } = context
  const comment = await findComment(db, id)
  const { quest_id, number } = comment
  const { giver } = await findThread(db, quest_id)
  const deleted_by = roleOf(caller, comment, giver, config.platformWallet)
  if (deleted_by === null)
    throw new ForbiddenError('Only its author and the giver of the quest may delete a comment.', {
      code: 'author-only',
    })
  // Deleting it again keeps the mark of the first time.
  if (comment.deleted_at !== null) return
  await transaction(db, async trx => {
    await lockThread(trx, quest_id)
    const deleted = await trx
      .updateTable('comments')
      .set({ body: '', pinned_at: null, edited_at: null, deleted_at: clock.now(), deleted_by })
      .where('quest_id', '=', quest_id)
      .where('number', '=', number)
      .where('deleted_at', 'is', null)
      .returning('number')
      .executeTakeFirst()
    if (deleted === undefined) return
    await trx
      .updateTable('comment_threads')
      .set(({ eb }) => ({ comments: eb('comments', '-', 1) }))
      .where('quest_id', '=', quest_id)
      .execute()
  })
}

function roleOf(
  caller: Address,
  { author }: CommentRow,
  giver: Address,
  platform: Address | null,
): CommentRow['deleted_by'] {
  if (caller === author) return 'author'
  if (caller === giver) return 'giver'
  return caller === platform ? 'platform' : null
}
