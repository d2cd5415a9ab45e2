import type { QuestComment } from '@furrow/sdk/contract'
import type { CommentRow } from '@furrow/storage/comment-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant, instantOrNull } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'

/** `reader` is shown their own words also where a moderator has hidden them. */
export function showComment(row: CommentRow, reader: Address | null = null): QuestComment {
  const { reply_id, reply_author, deleted_at, deleted_by } = row
  return {
    id: row.id,
    questId: row.quest_id,
    number: row.number,
    author: checksum(row.author),
    body: row.hidden_at === null || row.author === reader ? row.body : '',
    replyTo:
      reply_id === null || reply_author === null ? null : { id: reply_id, author: checksum(reply_author) },
    createdAt: instant(row.created_at),
    editedAt: instantOrNull(row.edited_at),
    pinnedAt: instantOrNull(row.pinned_at),
    deleted: deleted_by && { by: deleted_by, at: instant(deleted_at ?? 0) },
    ...(row.hidden_at !== null && { hidden: { at: instant(row.hidden_at) } }),
  }
}

/** @throws NotFoundError */
export async function findComment(db: Db, id: string): Promise<CommentRow> {
  const row = await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new NotFoundError('There is no such comment.', { code: 'comment-not-found' })
  return row
}

export async function readComment({ db }: Context, id: string): Promise<QuestComment> {
  return showComment(await findComment(db, id))
}
