import {
  type CommentChange,
  commentEditMinutes,
  mostPinnedComments,
  type QuestComment,
} from '@furrow/sdk/contract'
import type { CommentRow } from '@furrow/storage/comment-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { commitAfter } from '../../access/commit.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { findComment, showComment } from './show.ts'
import { findThread, lockThread } from './thread.ts'

/** @throws NotFoundError; ForbiddenError for others; BadRequestError where it is too late, or too much. */
export async function changeComment(
  context: Context,
  caller: Address,
  change: CommentChange,
  use: KeyUse | null = null,
): Promise<QuestComment> {
  const { commentId, body, pinned } = change
  if (body === undefined && pinned === undefined) throw new BadRequestError('Give a body, or pinned.')
  const { db } = context
  const { quest_id, author } = await findComment(db, commentId)
  const { giver } = await findThread(db, quest_id)
  if (body !== undefined && caller !== author)
    throw new ForbiddenError('Only its author may change a comment.', { code: 'author-only' })
  if (pinned !== undefined && caller !== giver)
    throw new ForbiddenError('Only the giver of the quest may pin its comments.', { code: 'giver-only' })
  const at = context.clock.now()
  return commitAfter(context, { key: { use, made: commentId, at } }, async (trx, commit) => {
    await lockThread(trx, quest_id)
    const row = await findComment(trx, commentId)
    if (row.hidden_at !== null)
      throw new BadRequestError('A moderator has hidden this comment.', { code: 'hidden-by-moderator' })
    if (row.deleted_at !== null)
      throw new BadRequestError('This comment was deleted.', { code: 'comment-deleted' })
    const values = {
      ...(body !== undefined && body !== row.body && edit(row, body, at)),
      ...(pinned !== undefined && { pinned_at: await pin(trx, row, pinned, at) }),
    }
    const { number } = row
    await commit(writes => {
      if (Object.keys(values).length > 0)
        writes.set('comments', ['quest_id', 'number'], { quest_id, number, ...values })
    })
    return showComment({ ...row, ...values })
  })
}

function edit({ created_at }: CommentRow, body: string, at: number): Pick<CommentRow, 'body' | 'edited_at'> {
  if (at >= created_at + commentEditMinutes * minute)
    throw new BadRequestError(`A comment can be changed for ${commentEditMinutes} minutes, and not after.`, {
      code: 'edit-over',
    })
  return { body, edited_at: at }
}

async function pin(trx: Db, row: CommentRow, pinned: boolean, at: number): Promise<number | null> {
  if (!pinned || row.pinned_at !== null) return pinned ? row.pinned_at : null
  const others = await trx
    .selectFrom('comments')
    .select('number')
    .where('quest_id', '=', row.quest_id)
    .where('pinned_at', 'is not', null)
    .execute()
  if (others.length >= mostPinnedComments)
    throw new BadRequestError(
      `${mostPinnedComments} comments are pinned, which is the most; unpin one first.`,
      { code: 'pins-used-up' },
    )
  return at
}
