import {
  BegunConnection,
  CheckedRepository,
  ConnectionCode,
  MadeConnection,
  NewConnection,
  RepositoryCheck,
  Setup,
  Success,
} from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { doctorOf } from '../doctor/doctor.ts'
import { checkRepository } from './check.ts'
import { beginConnection, disconnect, endConnection } from './connect.ts'
import { showSetup } from './show.ts'

/** For a session of the platform wallet alone: no API key passes. */
export const setupRoutes: Routes = async (app, { context }) => {
  const examine = doctorOf(context)
  keepNothing(app)
  app.addHook('preValidation', async (request: FastifyRequest) => {
    if (request.caller !== context.config.platformWallet)
      throw new ForbiddenError('Only the platform wallet may do this.', { code: 'platform-only' })
  })

  app.get(
    '/setup',
    {
      ...session(context),
      schema: {
        summary: 'What is to be set up, and how the code host is connected',
        description: 'For the platform wallet. The findings are those of `GET /doctor`; no secret is shown.',
        response: { 200: Setup },
      },
    },
    () => showSetup(context, examine()),
  )

  app.get(
    '/setup/check',
    {
      ...session(context),
      schema: {
        summary: 'Whether the service reaches a repository',
        description:
          'For the platform wallet. Asks the code host by the right of the service, and tells of the last delivery of webhooks.',
        querystring: RepositoryCheck,
        response: { 200: CheckedRepository },
      },
    },
    request => checkRepository(context, request.query.repository),
  )

  app.post(
    '/setup/github',
    {
      ...session(context),
      schema: {
        summary: 'Begin to connect GitHub',
        description:
          "For the platform wallet. A page posts the manifest to `action` as a form; GitHub makes an app of it, and leads back to the page `/setup` with a code. Done again, it replaces the app's secrets; those before are believed for seven days more.",
        body: Type.Union([NewConnection, Type.Null()]),
        response: { 201: BegunConnection },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await beginConnection(context, request.caller, request.body ?? {})),
  )

  app.post(
    '/setup/github/app',
    {
      ...session(context),
      schema: {
        summary: 'Connect the GitHub App that was made',
        description:
          'For the platform wallet, with the code and the state that came back: within an hour, and once. The secrets of the app are sealed in the database; those of the settings go before them.',
        body: ConnectionCode,
        response: { 201: MadeConnection },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await endConnection(context, request.caller, request.body)),
  )

  app.delete(
    '/setup/github/app',
    {
      ...session(context),
      schema: {
        summary: 'Disconnect GitHub',
        description:
          'For the platform wallet. Forgets the secrets of the app; the app itself is deleted at GitHub.',
        response: { 200: Success },
      },
    },
    async request => {
      await disconnect(context, request.caller)
      return { success: true }
    },
  )
}
