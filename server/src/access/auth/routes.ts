import { BetaAnswer, BetaCode, Nonce, NonceQuery, Session, SignIn, Success } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { toAddress } from '../../ground/address.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { limitGuesses } from '../../ground/http/limits.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { networkOf } from '../audit-trail/refusals.ts'
import { attemptsOf } from './attempts.ts'
import { createNonce, isBetaCode, signIn } from './auth.ts'
import { endSessions } from './generations.ts'
import { session } from './session.ts'

export const authRoutes: Routes = async (app, { context }) => {
  const attempt = attemptsOf(context)
  app.get(
    '/auth/nonce',
    { schema: { summary: 'Begin to sign in', querystring: NonceQuery, response: { 200: Nonce } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return createNonce(context, toAddress(request.query.address))
    },
  )

  app.post(
    '/auth/verify',
    {
      config: { notesSignIns: true },
      schema: { summary: 'Sign in', body: SignIn, response: { 200: Session } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const actor = toAddress(request.body.address)
      const network = networkOf(context, request)
      try {
        const session = await attempt(request.ip, () =>
          signIn(context, { ...request.body, ip: request.ip }, network),
        )
        noteAccess(context, { kind: 'signed-in', actor, about: { network } })
        return session
      } catch (error) {
        if (error instanceof UnauthorizedError)
          noteAccess(context, {
            kind: 'sign-in-failed',
            actor,
            about: { network, reason: shorten(error.message) },
          })
        throw error
      }
    },
  )

  app.post(
    '/auth/revoke',
    {
      ...session(context),
      schema: {
        summary: 'Sign out everywhere',
        description: 'Ends every session of your address, this one too, within two seconds.',
        // Some clients send `{}`.
        body: Type.Union([Type.Object({}), Type.Null()]),
        response: { 200: Success },
      },
    },
    async request => {
      const { caller: actor } = request
      await endSessions(context, actor)
      noteAccess(context, { kind: 'signed-out', actor, about: { network: networkOf(context, request) } })
      return { success: true }
    },
  )

  app.post(
    '/auth/beta',
    {
      onRequest: limitGuesses(context),
      schema: { summary: 'Check a beta access code', body: BetaCode, response: { 200: BetaAnswer } },
    },
    async request => ({ valid: isBetaCode(context, request.body.code) }),
  )
}

/** The reason may quote a domain that somebody else chose. */
function shorten(reason: string): string {
  return reason.slice(0, 200)
}
