import { Thanks, ThanksChange, ThanksPost, ThanksQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { requireSeenById } from '../../access/restraints/hidden.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { listOwnThanks, listThanks } from './list.ts'
import { actOnThanks } from './pay.ts'
import { promiseThanks } from './promise.ts'

export const thanksRoutes: Routes = async (app, { context }) => {
  const { db } = context

  app.get(
    '/thanks',
    {
      schema: {
        summary: 'Paid thanks of a person',
        description:
          'Those that they received for work, or gave, the newest first. The Link header leads on.',
        querystring: ThanksQuery,
        response: { 200: Type.Array(Thanks) },
      },
    },
    async (request, reply) => {
      const { thanks, next } = await listThanks(db, request.query)
      if (next !== null) reply.header('link', nextLink(urlOf(request, ThanksQuery), next))
      return thanks
    },
  )

  app.get(
    '/thanks/own',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Thanks that wait for you',
        description: 'Your promises that are not paid yet, and what others say that they paid you.',
        response: { 200: Type.Array(Thanks) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return listOwnThanks(db, request.caller)
    },
  )

  app.post(
    '/thanks',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'Thank for work that nobody posted, or tip finished work',
        description:
          'For the author of a merged pull request (`url`), who has linked the account that made it; or for a farmer’s finished ' +
          'work in a quest (`questId`, `farmer`). It is a promise until you show its payment with PATCH /thanks: nobody else sees ' +
          'it before, nothing is owed, and it lapses after 7 days. Once for each pull request or work; again with the same amount it is the same.',
        body: ThanksPost,
        response: { 201: Thanks },
      },
    },
    async (request, reply) => {
      const { questId } = request.body
      if (questId !== undefined) await requireSeenById(context, request, questId)
      const thanks = await promiseThanks(context, request.caller, request.body)
      return reply.code(201).send(thanks)
    },
  )

  app.patch(
    '/thanks',
    {
      ...session(context, 'give', 'take'),
      schema: {
        summary: 'Pay a thanks, or answer one',
        description:
          'The giver shows the transaction from their own wallet, and the thanks is paid once the chain has it at its confirmations: ' +
          'it is looked after meanwhile. Or they say that they paid, and the one who is thanked says whether they received it, which ' +
          'counts for no points. A withdrawn promise is answered with null.',
        body: ThanksChange,
        response: { 200: Type.Union([Thanks, Type.Null()]) },
      },
    },
    async request => actOnThanks(context, request.caller, request.body),
  )
}
