import type { CommentQuery, QuestComments } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Board } from '../http/boards.ts'
import { nextLink } from '../http/links.ts'
import { fitPage } from '../http/pages.ts'
import { readLimit } from '../http/queries.ts'
import { requireSeen } from '../restraints/hidden.ts'
import { showComment } from './show.ts'
import { findThread, showThread, type Thread } from './thread.ts'

const size = { most: 100, otherwise: 50 }

/**
 * A page of a quest's comments, at most 100 or about a megabyte, as a body that many ask for.
 * @throws BadRequestError for a limit that is none.
 */
export function pageOfComments(
  context: Context,
  request: FastifyRequest,
  url: string,
  query: CommentQuery,
): Board {
  const { db } = context
  const limit = readLimit(query.limit, size)
  let thread: Thread
  return {
    key: url,
    async readVersion() {
      thread = await findThread(db, query.id)
      await requireSeen(context, request, { ...thread, id: thread.quest_id })
      return thread.changes
    },
    async make() {
      const { page, next } = await readPage(db, thread, query, limit)
      return { value: page, ...(next !== null && { headers: { link: nextLink(url, next) } }) }
    },
  }
}

async function readPage(
  db: Db,
  thread: Thread,
  { cursor, order = 'oldest' }: CommentQuery,
  limit: number,
): Promise<{ page: QuestComments; next: string | null }> {
  const own = db.selectFrom('comments').selectAll().where('quest_id', '=', thread.quest_id)
  const [after, direction] = order === 'oldest' ? (['>', 'asc'] as const) : (['<', 'desc'] as const)
  const ordered = own.orderBy('number', direction).limit(limit + 1)
  const [rows, pinned] = await Promise.all([
    (cursor === undefined ? ordered : ordered.where('number', after, Number(cursor))).execute(),
    own.where('pinned_at', 'is not', null).orderBy('number').execute(),
  ])
  const comments = fitPage(rows.slice(0, limit).map(showComment))
  const last = comments.at(-1)?.number
  return {
    page: { ...showThread(thread), pinned: pinned.map(showComment), comments },
    next: rows.length > comments.length && last !== undefined ? String(last) : null,
  }
}
