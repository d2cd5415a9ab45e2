import {
  Credential,
  CredentialParams,
  CredentialPost,
  CredentialsQuery,
  StatusListParams,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { listCredentials, readCredential } from './list.ts'
import { readStatusList } from './status-list.ts'
import { takeCredential } from './take.ts'

export const credentialRoutes: Routes = async (app, { context }) => {
  const requireOn = () => {
    if (context.config.credentials === null)
      throw new NotFoundError('Credentials are off here.', { code: 'credential-not-found' })
  }

  app.post(
    '/credentials',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'Take a credential for your paid and proved work',
        description:
          'For released work in the quest whose payment a chain shows and whose merge proves it. It says what the quest’s page shows ' +
          'everybody: title, repository, pull request, giver and dates, and the reward only if you wish. There is one for each work, form, ' +
          'and with or without the reward: again it is the same. It is revoked where the chain takes the payment back, and when you leave.',
        body: CredentialPost,
        response: { 201: Credential },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await takeCredential(context, request.caller, request.body)),
  )

  app.get(
    '/credentials',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Your credentials',
        description: 'The newest first, also those that are revoked. The Link header leads on.',
        querystring: CredentialsQuery,
        response: { 200: Type.Array(Credential) },
      },
    },
    async (request, reply) => {
      requireOn()
      const { credentials, next } = await listCredentials(context, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(urlOf(request, CredentialsQuery), next))
      return credentials
    },
  )

  app.get(
    '/credentials/:id',
    {
      schema: {
        summary: 'One credential, with its status',
        description:
          'For everybody who has its id, which nobody guesses. A revoked one has no content any more.',
        params: CredentialParams,
        response: { 200: Credential },
      },
    },
    async (request, reply) => {
      requireOn()
      reply.headers(anyOrigin).header('cache-control', 'no-cache')
      return readCredential(context, request.params.id)
    },
  )

  app.get(
    '/credentials/status/:list',
    {
      schema: {
        summary: 'A status list of credentials',
        description:
          'A BitstringStatusListCredential as a JWT, signed anew each minute: the bit of a revoked credential is 1.',
        params: StatusListParams,
        produces: ['application/vc+jwt'],
        response: { 200: Type.Unsafe<never>({ type: 'string' }) },
      },
      serializerCompiler: () => (value: unknown) => value as string,
    },
    async (request, reply) => {
      requireOn()
      const list = await readStatusList(context, Number(request.params.list))
      return reply
        .headers(anyOrigin)
        .header('cache-control', 'public, max-age=60')
        .header('content-type', 'application/vc+jwt')
        .send(list as never)
    },
  )
}
