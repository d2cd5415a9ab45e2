import { KeptPasskey, PasskeyQuery } from '@furrow/sdk/contract'
import type { Routes } from '../../ground/http/routes.ts'
import { findPasskey } from './passkey.ts'

export const passkeyRoutes: Routes = async (app, { context }) => {
  app.get(
    '/profile/passkey',
    {
      schema: {
        summary: 'The account of a passkey',
        description:
          'For a device that has the passkey and does not know its public key. The address follows from the key; `PUT /profile/` keeps it.',
        querystring: PasskeyQuery,
        response: { 200: KeptPasskey },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return findPasskey(context, request.query.id)
    },
  )
}
