import { Reputation, ReputationQuery } from '@furrow/sdk/contract'
import { toAddress } from '../../ground/address.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { reputationBoard } from './reputation.ts'

export const reputationRoutes: Routes = async (app, { boards, context }) => {
  app.get(
    '/reputation',
    {
      schema: {
        summary: 'The reputation of an address',
        querystring: ReputationQuery,
        response: { 200: Reputation },
      },
    },
    (request, reply) => {
      const { address, ...page } = request.query
      const url = urlOf(request, ReputationQuery)
      boards.send(request, reply, reputationBoard(context, url, toAddress(address), page))
    },
  )
}
