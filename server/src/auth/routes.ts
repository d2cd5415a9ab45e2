import { BetaAnswer, BetaCode, Nonce, NonceQuery, Session, SignIn } from '@furrow/sdk/contract'
import { toAddress } from '../address.ts'
import { limitGuesses } from '../http/limits.ts'
import type { Routes } from '../http/routes.ts'
import { createNonce, isBetaCode, signIn } from './auth.ts'

export const authRoutes: Routes = async (app, { context }) => {
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
    { schema: { summary: 'Sign in', body: SignIn, response: { 200: Session } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return signIn(context, request.body)
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
