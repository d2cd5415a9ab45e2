import { BookmarkIds, BookmarkQuery, BookmarkRef, Quest, Success } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { addBookmark, findBookmarks, listBookmarkIds, removeBookmark } from './bookmarks.ts'
import type { createQuestBoards } from './quest-boards.ts'

export function bookmarkRoutes({
  readPageOf,
}: Pick<ReturnType<typeof createQuestBoards>, 'readPageOf'>): Routes {
  return async (app, { context }) => {
    keepNothing(app)

    app.get(
      '/quests/bookmarks',
      {
        ...session(context, 'read'),
        schema: {
          summary: 'The quests that you keep',
          description:
            'The one that you kept last first, as the board shows them. Nobody else sees which they are. The Link header leads on.',
          querystring: BookmarkQuery,
          response: { 200: Type.Array(Quest) },
        },
      },
      async (request, reply) => {
        const heads = await findBookmarks(context.db, request.caller, request.query)
        const { quests, next } = await readPageOf(heads, reply)
        if (next !== null) reply.header('link', nextLink(urlOf(request, BookmarkQuery), next))
        return quests
      },
    )

    app.get(
      '/quests/bookmarks/ids',
      {
        ...session(context, 'read'),
        schema: {
          summary: 'The ids of the quests that you keep',
          description:
            'All of them, to mark them in any list: the answers about quests are the same for all.',
          response: { 200: BookmarkIds },
        },
      },
      async request => ({ ids: await listBookmarkIds(context, request.caller) }),
    )

    app.put(
      '/quests/bookmarks',
      {
        ...session(context, 'take', 'give'),
        schema: {
          summary: 'Keep a quest',
          description:
            'For yourself alone, and once however often you ask. A person keeps 1,000 quests at most. You are told nothing of it: ' +
            'for that there are follows and channels.',
          body: BookmarkRef,
          response: { 200: Success },
        },
      },
      async request => {
        await addBookmark(context, request.caller, request.body.questId)
        return { success: true }
      },
    )

    app.delete(
      '/quests/bookmarks',
      {
        ...session(context, 'take', 'give'),
        schema: {
          summary: 'Keep a quest no longer',
          description: 'The same for one that you do not keep.',
          body: Type.Union([BookmarkRef, Type.Null()]),
          querystring: Type.Partial(BookmarkRef),
          response: { 200: Success },
        },
      },
      async request => {
        const questId = request.body?.questId ?? request.query.questId
        if (questId === undefined) throw new BadRequestError('questId is required.')
        await removeBookmark(context, request.caller, questId)
        return { success: true }
      },
    )
  }
}
