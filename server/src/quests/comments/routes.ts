import {
  CommentChange,
  CommentQuery,
  CommentRef,
  CommentThread,
  NewComment,
  QuestComment,
  QuestComments,
  Success,
  ThreadChange,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { changeComment } from './change.ts'
import { closeThread } from './close.ts'
import { deleteComment } from './delete.ts'
import { pageOfComments } from './list.ts'
import { postComment } from './post.ts'
import { readComment } from './show.ts'

export const commentRoutes: Routes = async (app, { context, boards }) => {
  app.get(
    '/quests/comments',
    {
      schema: {
        summary: 'What people write about a quest, in the open',
        description:
          'Oldest first or as `order` says. A page ends at `limit` or about a megabyte; the Link header leads on.',
        querystring: CommentQuery,
        response: { 200: QuestComments },
      },
    },
    async (request, reply) => {
      const url = urlOf(request, CommentQuery)
      boards.send(request, reply, await pageOfComments(context, request, url, request.query))
      return reply
    },
  )

  app.post(
    '/quests/comments',
    {
      ...keyed(context, 'talk'),
      schema: {
        summary: 'Write a comment that everyone can read',
        description:
          'The giver, who is answered, who is named by address and takes part, who wrote last, and some of those with work ' +
          'under way are told by mail: each once until they have read it, and once an hour at most.',
        body: NewComment,
        response: { 201: QuestComment },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const comment = await once(context, request, reply, {
        act: use => postComment(context, caller, body, use),
        // As it is now: a comment deleted since is not told again.
        repeat: ({ made }) => readComment(context, made),
      })
      return reply.code(201).send(comment)
    },
  )

  app.patch(
    '/quests/comments',
    {
      ...keyed(context, 'talk'),
      schema: {
        summary: 'Change your comment, for 15 minutes; or pin one of your quest',
        body: CommentChange,
        response: { 200: QuestComment },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      return once(context, request, reply, {
        act: use => changeComment(context, caller, body, use),
        repeat: ({ made }) => readComment(context, made),
      })
    },
  )

  app.put(
    '/quests/comments',
    {
      ...session(context),
      schema: {
        summary: 'Close the comments of your quest, or open them again',
        description: 'While they are closed, only its giver and the platform wallet write there.',
        body: ThreadChange,
        response: { 200: CommentThread },
      },
    },
    async request => closeThread(context, request.caller, request.body),
  )

  app.delete(
    '/quests/comments',
    {
      ...session(context, 'talk'),
      schema: {
        summary: 'Delete your comment, or one of your quest',
        description: 'What it said is gone. That it was there, and who deleted it, is still told.',
        body: Type.Union([CommentRef, Type.Null()]),
        querystring: Type.Partial(CommentRef),
        response: { 200: Success },
      },
    },
    async request => {
      const commentId = request.body?.commentId ?? request.query.commentId
      if (commentId === undefined) throw new BadRequestError('commentId is required.')
      await deleteComment(context, request.caller, commentId)
      return { success: true }
    },
  )
}
