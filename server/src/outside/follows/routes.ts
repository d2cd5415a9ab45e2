import { Follow, FollowChange, FollowRef, NewFollow, Success } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { addFollow, changeFollow, endFollow, listFollows, readFollow } from './follows.ts'

export const followRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/quests/follows',
    {
      ...session(context, 'read'),
      schema: { summary: 'The filters that you follow', response: { 200: Type.Array(Follow) } },
    },
    request => listFollows(context, request.caller),
  )

  app.post(
    '/quests/follows',
    {
      ...keyed(context, 'take'),
      schema: {
        summary: 'Follow a filter of the board',
        description:
          'You are told of each quest that opens from then on and fits, when it is posted, takes farmers again or is funded: ' +
          'once, however many of your filters it fits. You are not told of quests of your own, of those that you have or had ' +
          'a place in or applied to, or of people whose letters you block. A person follows 20 filters at most.',
        body: NewFollow,
        response: { 201: Follow },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const follow = await once(context, request, reply, {
        act: use => addFollow(context, caller, body, use),
        repeat: ({ made }) => readFollow(context, caller, made),
      })
      return reply.code(201).send(follow)
    },
  )

  app.put(
    '/quests/follows',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'Change a filter that you follow',
        description: 'Fields that are not given stay.',
        body: FollowChange,
        response: { 200: Follow },
      },
    },
    request => changeFollow(context, request.caller, request.body),
  )

  app.delete(
    '/quests/follows',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'End a filter that you follow',
        body: Type.Union([FollowRef, Type.Null()]),
        querystring: Type.Partial(FollowRef),
        response: { 200: Success },
      },
    },
    async request => {
      const id = request.body?.id ?? request.query.id
      if (id === undefined) throw new BadRequestError('id is required.')
      await endFollow(context, request.caller, id)
      return { success: true }
    },
  )
}
