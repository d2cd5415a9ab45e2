import { CommunityDao, CommunityDaoChange, NewProposal, Proposal } from '@furrow/sdk/contract'
import { session } from '../auth/session.ts'
import type { Routes } from '../http/routes.ts'
import { changeDao, propose, readDao } from './community-dao.ts'

export const communityDaoRoutes: Routes = async (app, { context, boards }) => {
  app.get(
    '/community-dao',
    { schema: { summary: 'The community DAO', response: { 200: CommunityDao } } },
    (request, reply) => {
      boards.send(request, reply, {
        key: 'community-dao',
        readVersion: () => boards.revisionOf('community_dao'),
        make: async () => ({ value: await readDao(context) }),
      })
    },
  )

  app.post(
    '/community-dao',
    {
      ...session(context),
      schema: { summary: 'Propose something', body: NewProposal, response: { 201: Proposal } },
    },
    async (request, reply) => {
      const proposal = await propose(context, request.caller, request.body)
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
    async request => {
      await changeDao(context, request.caller, request.body)
      return readDao(context)
    },
  )
}
