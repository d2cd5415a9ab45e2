import {
  CommunityDao,
  CommunityDaoChange,
  CommunityDaoQuery,
  NewProposal,
  Proposal,
} from '@furrow/sdk/contract'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { changeDao, readDao } from './community-dao.ts'
import { createDaoBoard } from './dao-board.ts'
import { propose, showProposed } from './proposals.ts'

export const communityDaoRoutes: Routes = async (app, { context, boards }) => {
  const boardOf = createDaoBoard(context, boards)

  app.get(
    '/community-dao',
    {
      schema: {
        summary: 'The community DAO',
        querystring: CommunityDaoQuery,
        response: { 200: CommunityDao },
      },
    },
    (request, reply) =>
      boards.send(request, reply, boardOf(urlOf(request, CommunityDaoQuery), request.query)),
  )

  app.post(
    '/community-dao',
    {
      ...keyed(context),
      schema: { summary: 'Propose something', body: NewProposal, response: { 201: Proposal } },
    },
    async (request, reply) => {
      const { body, caller } = request
      const proposal = await once(context, request, reply, {
        act: use => propose(context, caller, body, use),
        repeat: done => showProposed(context, caller, body, done),
      })
      return reply.code(201).send(proposal)
    },
  )

  app.put(
    '/community-dao',
    {
      ...session(context),
      schema: {
        summary: 'Change the DAO (its Genesis Creator)',
        body: CommunityDaoChange,
        response: { 200: CommunityDao },
      },
    },
    async (request, reply) => {
      await changeDao(context, request.caller, request.body)
      const { dao, next } = await readDao(context)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return dao
    },
  )
}
