import { CodehostCode, CodehostToken } from '@furrow/sdk/contract'
import { UnavailableError } from '../errors.ts'
import { limitGuesses } from '../http/limits.ts'
import type { Routes } from '../http/routes.ts'

export const codehostRoutes: Routes = async (app, { context }) => {
  app.post(
    '/codehost/token',
    {
      onRequest: limitGuesses(context),
      schema: { summary: 'Exchange an OAuth code', body: CodehostCode, response: { 200: CodehostToken } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      throw new UnavailableError('No code host is configured; in development, type the username instead.')
    },
  )
}
