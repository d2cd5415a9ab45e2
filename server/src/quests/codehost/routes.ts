import { CodehostCode, CodehostToken } from '@furrow/sdk/contract'
import { findCaller } from '../../access/auth/session.ts'
import { limitGuesses } from '../../ground/http/limits.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { exchangeForToken } from './exchange.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const codehostRoutes: Routes = async (app, { context, boards }) => {
  app.post(
    '/codehost/token',
    {
      onRequest: limitGuesses(context),
      schema: { summary: 'Exchange an OAuth code', body: CodehostCode, response: { 200: CodehostToken } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return exchangeForToken(context, request.body, await findCaller(context, request))
    },
  )
  await app.register(webhookRoutes, { context, boards })
}
