import { Diagnosis } from '@furrow/sdk/contract'
import { session } from '../../access/auth/session.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { doctorOf } from './doctor.ts'

export const doctorRoutes: Routes = async (app, { context }) => {
  const examine = doctorOf(context)
  app.get(
    '/doctor',
    {
      ...session(context),
      schema: {
        summary: 'How the service and all that it depends on are',
        description: 'For the platform wallet. Looked at once in ten seconds at most.',
        response: { 200: Diagnosis },
      },
    },
    async (request, reply) => {
      if (request.caller !== context.config.platformWallet)
        throw new ForbiddenError('Only the platform wallet may do this.', { code: 'platform-only' })
      reply.header('cache-control', 'no-store')
      return examine()
    },
  )
}
