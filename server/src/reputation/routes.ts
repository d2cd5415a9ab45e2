import { Reputation, ReputationQuery } from '@furrow/sdk/contract'
import { toAddress } from '../address.ts'
import { nextLink } from '../http/links.ts'
import type { Routes } from '../http/routes.ts'
import { readReputation } from './reputation.ts'

export const reputationRoutes: Routes = async (app, { context }) => {
  app.get(
    '/reputation',
    {
      schema: {
        summary: 'What is known of an address',
        querystring: ReputationQuery,
        response: { 200: Reputation },
      },
    },
    async (request, reply) => {
      const { address, ...page } = request.query
      const { reputation, next } = await readReputation(context, toAddress(address), page)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return reputation
    },
  )
}
