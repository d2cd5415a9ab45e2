import type { NewComment, QuestComment } from '@furrow/sdk/contract'
import type { CommentRow, CommentThreadRow } from '@furrow/storage/comment-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { commitAfter } from '../../access/commit.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import { maySee } from '../../access/restraints/hidden.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { findReaders } from './readers.ts'
import { findComment, showComment } from './show.ts'
import { tellReaders } from './tell.ts'
import { findThread, type Thread } from './thread.ts'
import { requireWelcome } from './welcome.ts'

/**
 * @throws NotFoundError; ForbiddenError where the giver takes none, or none of this author; BadRequestError for an answer
 * to a comment that is not there; TooManyRequestsError for one comment too many in a day.
 */
export async function postComment(
  context: Context,
  author: Address,
  draft: NewComment,
  use: KeyUse | null = null,
): Promise<QuestComment> {
  const { clock, db } = context
  const thread = await findThread(db, draft.questId)
  if (!(await maySee(context, { ...thread, id: thread.quest_id }, author)))
    throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  await requireWelcome(context, thread, author)
  const answered = draft.replyTo === undefined ? null : await requireAnswerable(db, thread, draft.replyTo)
  const at = clock.now()
  const readers = await findReaders(db, thread, { author, answered, body: draft.body, at })
  const id = createId('comment', at)
  const terms = { key: { use, made: id, at }, spends: [{ address: author, kind: 'comments' }] } as const
  return commitAfter(context, terms, async (trx, commit) => {
    const { last_number, closed_at } = await takeNumber(trx, thread, readers.hasFarmers ? at : null)
    if (closed_at !== null && author !== thread.giver && author !== context.config.platformWallet)
      throw new ForbiddenError('The giver takes no more comments on this quest.', {
        code: 'comments-closed',
      })
    const row = {
      quest_id: thread.quest_id,
      number: last_number,
      id,
      author,
      body: draft.body,
      reply_id: answered?.id ?? null,
      reply_author: answered?.author ?? null,
      created_at: at,
      edited_at: null,
      pinned_at: null,
      deleted_at: null,
      deleted_by: null,
      hidden_at: null,
    }
    await commit(async writes => {
      writes.insert('comments', row)
      await tellReaders(trx, writes, context, thread, row, readers)
    })
    return showComment(row)
  })
}

async function requireAnswerable(db: Db, { quest_id }: Thread, id: string): Promise<CommentRow> {
  const row = await findComment(db, id)
  if (row.quest_id !== quest_id) throw new BadRequestError('replyTo must be a comment of the same quest.')
  if (row.hidden_at !== null)
    throw new BadRequestError('A moderator has hidden the comment that this answers.', {
      code: 'hidden-by-moderator',
    })
  if (row.deleted_at !== null)
    throw new BadRequestError('The comment that this answers was deleted.', { code: 'comment-deleted' })
  return row
}

/** The thread stays locked until the transaction ends: comments of a quest are written in turn. */
async function takeNumber(
  trx: Db,
  { quest_id }: Thread,
  farmersToldAt: number | null,
): Promise<CommentThreadRow> {
  const farmers_told_at = farmersToldAt ?? 0
  return trx
    .insertInto('comment_threads')
    .values({ quest_id, last_number: 1, comments: 1, changes: 1, closed_at: null, farmers_told_at })
    .onConflict(conflict =>
      conflict.column('quest_id').doUpdateSet(({ eb }) => ({
        last_number: eb('comment_threads.last_number', '+', 1),
        comments: eb('comment_threads.comments', '+', 1),
        changes: eb('comment_threads.changes', '+', 1),
        ...(farmersToldAt !== null && { farmers_told_at }),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
