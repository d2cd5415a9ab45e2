import type { CommentQuery, QuestComments } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { FastifyRequest } from 'fastify'
import { findCaller } from '../../access/auth/session.ts'
import { requireSeen } from '../../access/restraints/hidden.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { Board } from '../../ground/http/boards.ts'
import { nextLink } from '../../ground/http/links.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { showComment } from './show.ts'
import { findThread, showThread, type Thread } from './thread.ts'

const size = { most: 100, otherwise: 50 }

/** A page of at most 100 or about a megabyte. @throws BadRequestError for an invalid limit. */
export async function pageOfComments(
  context: Context,
  request: FastifyRequest,
  url: string,
  query: CommentQuery,
): Promise<Board> {
  const { db } = context
  const limit = readLimit(query.limit, size)
  const reader = await findHiddenAuthor(context, request, query.id)
  let thread: Thread
  return {
    key: reader === null ? url : `${url} ${reader}`,
    async readVersion() {
      thread = await findThread(db, query.id)
      await requireSeen(context, request, { ...thread, id: thread.quest_id })
      return thread.changes
    },
    async make() {
      const { page, next } = await readPage(db, thread, query, limit, reader)
      return { value: page, ...(next !== null && { headers: { link: nextLink(url, next) } }) }
    },
  }
}

/** The caller, where a comment of theirs there is hidden: nobody else's page differs from everyone's. */
async function findHiddenAuthor(
  context: Context,
  request: FastifyRequest,
  questId: string,
): Promise<Address | null> {
  if (request.headers.authorization === undefined) return null
  const author = await findCaller(context, request, 'read', 'take', 'give', 'talk')
  if (author === null) return null
  const row = await context.db
    .selectFrom('comments')
    .select('id')
    .where('author', '=', author)
    .where('quest_id', '=', questId)
    .where('hidden_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : author
}

async function readPage(
  db: Db,
  thread: Thread,
  { cursor, order = 'oldest' }: CommentQuery,
  limit: number,
  reader: Address | null,
): Promise<{ page: QuestComments; next: string | null }> {
  const own = db.selectFrom('comments').selectAll().where('quest_id', '=', thread.quest_id)
  const [after, direction] = order === 'oldest' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const ordered = own.orderBy('number', direction).limit(limit + 1)
  const [rows, pinned] = await Promise.all([
    (cursor === undefined ? ordered : ordered.where('number', after, Number(cursor))).execute(),
    own.where('pinned_at', 'is not', null).orderBy('number').execute(),
  ])
  const comments = fitPage(rows.slice(0, limit).map(row => showComment(row, reader)))
  const last = comments.at(-1)?.number
  return {
    page: { ...showThread(thread), pinned: pinned.map(row => showComment(row, reader)), comments },
    next: rows.length > comments.length && last !== undefined ? String(last) : null,
  }
}
