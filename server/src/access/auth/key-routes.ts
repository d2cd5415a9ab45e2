import { ApiKey, ApiKeyRef, NewApiKey, SignIn, Success } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { Type } from 'typebox'
import type { Address } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { noteAccess } from '../audit-trail/access.ts'
import { networkOf } from '../audit-trail/refusals.ts'
import { listKeys, makeKey, revokeKey } from './api-keys.ts'
import { attemptsOf } from './attempts.ts'
import { keepNothing } from './no-store.ts'
import { session } from './session.ts'

/** Throws for wallets that may begin nothing new. @throws ForbiddenError */
type RequireFree = (db: Db, address: Address) => Promise<void>

/** Keys are made, listed and revoked with a session only, never with another key. */
export const keyRoutes =
  (requireFree: RequireFree): Routes =>
  async (app, { context }) => {
    const attempt = attemptsOf(context)
    keepNothing(app)
    app.get(
      '/auth/keys',
      { ...session(context), schema: { summary: 'Your API keys', response: { 200: Type.Array(ApiKey) } } },
      request => listKeys(context, request.caller),
    )

    app.post(
      '/auth/keys',
      {
        config: { notesSignIns: true },
        schema: {
          summary: 'Make an API key',
          description:
            'With a message as for signing in, and its nonce, whose statement and resources name the key, its scopes, its ' +
            'days, and whether an agent has it: so the wallet shows what it signs. It ends when you revoke it, sign out everywhere, or its days are over.',
          body: SignIn,
          response: { 201: NewApiKey },
        },
      },
      async (request, reply) => {
        const { by: actor, ...made } = await attempt(request.ip, () =>
          makeKey(context, { ...request.body, ip: request.ip }, requireFree),
        )
        const { id: key, scopes } = made
        const about = { key, scopes: scopes.join(' '), network: networkOf(context, request) }
        noteAccess(context, { kind: 'key-made', actor, about })
        return reply.code(201).send(made)
      },
    )

    app.delete(
      '/auth/keys',
      {
        ...session(context),
        schema: {
          summary: 'Revoke an API key',
          body: Type.Union([ApiKeyRef, Type.Null()]),
          querystring: Type.Partial(ApiKeyRef),
          response: { 200: Success },
        },
      },
      async request => {
        const { caller: actor } = request
        const id = request.body?.id ?? request.query.id
        if (id === undefined) throw new BadRequestError('id is required.')
        await revokeKey(context, actor, id)
        noteAccess(context, { kind: 'key-revoked', actor, about: { key: id } })
        return { success: true }
      },
    )
  }
