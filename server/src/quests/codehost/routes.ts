import { CodehostCode, CodehostToken } from '@furrow/sdk/contract'
import { sessionIfValid } from '../../access/auth/session.ts'
import { limitGuesses } from '../../ground/http/limits.ts'
import { callerOf } from '../../ground/http/request-lines.ts'
import { type Routes, registerRoutes } from '../../ground/http/routes.ts'
import { exchangeForToken } from './exchange.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const codehostRoutes: Routes = async (app, { context, boards }) => {
  const { onRequest, config } = sessionIfValid(context)
  app.post(
    '/codehost/token',
    {
      onRequest: [limitGuesses(context), onRequest],
      config,
      schema: { summary: 'Exchange an OAuth code', body: CodehostCode, response: { 200: CodehostToken } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return exchangeForToken(context, request.body, callerOf(request))
    },
  )
  await registerRoutes(app, [webhookRoutes], { context, boards })
}
