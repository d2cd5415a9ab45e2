import { Caller, type KeyScope, keyScopes, OwnSession, SessionRef, Success } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { checksum } from '../../ground/address.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { networkOf } from '../audit-trail/refusals.ts'
import { keepNothing } from './no-store.ts'
import { session } from './session.ts'
import { endOwnSession, endSession, listSessions } from './sessions.ts'

/** Sessions are listed and ended with a session only, never with a key; but a key may ask whose it is. */
export const sessionRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/auth/me',
    {
      ...session(context, ...(Object.keys(keyScopes) as KeyScope[])),
      schema: { summary: 'Whose token this is, and what it may do', response: { 200: Caller } },
    },
    async ({ caller, scopes = null, isAgent = false }) => ({
      address: checksum(caller),
      scopes: scopes && [...scopes],
      agent: isAgent,
    }),
  )

  app.get(
    '/auth/sessions',
    {
      ...session(context),
      schema: {
        summary: 'Your sessions',
        description:
          'The newest first, 100 at most: when each was begun and last used, to the hour. One that an earlier version began is not among them.',
        response: { 200: Type.Array(OwnSession) },
      },
    },
    request => listSessions(context, heldBy(request), networkOf(context, request)),
  )

  app.delete(
    '/auth/sessions/:id',
    {
      ...session(context),
      schema: {
        summary: 'End one of your sessions',
        description: 'It holds everywhere within two seconds.',
        params: SessionRef,
        response: { 200: Success },
      },
    },
    async request => {
      const { caller: actor, params } = request
      await endSession(context, actor, params.id)
      noteAccess(context, {
        kind: 'signed-out',
        actor,
        about: { session: params.id, network: networkOf(context, request) },
      })
      return { success: true }
    },
  )

  app.delete(
    '/auth/session',
    {
      ...session(context),
      schema: {
        summary: 'Sign out',
        description: 'Ends the session whose token asks, and no other, within two seconds.',
        // Some clients send `{}`.
        body: Type.Union([Type.Object({}), Type.Null()]),
        response: { 200: Success },
      },
    },
    async request => {
      const held = heldBy(request)
      await endOwnSession(context, held)
      noteAccess(context, {
        kind: 'signed-out',
        actor: held.address,
        about: { session: held.id, network: networkOf(context, request) },
      })
      return { success: true }
    },
  )
}

function heldBy({ held }: FastifyRequest) {
  if (held?.kind !== 'session')
    throw new UnauthorizedError('This needs a session.', { code: 'session-needed' })
  return held
}
