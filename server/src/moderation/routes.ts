import {
  ModerationAction,
  ModerationAnswer,
  ModerationLogEntry,
  ModerationQuery,
  Moderator,
  ModeratorRef,
  NewReport,
  OwnModeration,
  Report,
  ReportedThing,
  Success,
} from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { session } from '../auth/session.ts'
import { BadRequestError } from '../errors.ts'
import { nextLink } from '../http/links.ts'
import type { Routes } from '../http/routes.ts'
import { answerModeration } from './answer.ts'
import { type Paged, readLog, readMine } from './log.ts'
import { moderate } from './moderate.ts'
import { listModerators, nameModerator, removeModerator } from './moderators.ts'
import { readQueue } from './queue.ts'
import { report } from './report.ts'

/** What is decided about people is decided by people: no API key passes here, but to report. */
export const moderationRoutes: Routes = async (app, { context }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(
    '/reports',
    {
      ...session(context, 'talk'),
      schema: {
        summary: 'Report something to the moderators',
        description:
          'A report hides nothing by itself. Each wallet reports a thing once: again, it is given its first report. A letter is ' +
          'reported by its recipient, who shows it to the moderators with that (`disclose: true`).',
        body: NewReport,
        response: { 201: Report },
      },
    },
    async (request, reply) => reply.code(201).send(await report(context, request.caller, request.body)),
  )

  app.get(
    '/moderation/queue',
    {
      ...session(context),
      schema: {
        summary: 'What was reported and waits (moderators)',
        description:
          'The first one first: one row for each thing, however many reported it. The Link header leads on.',
        querystring: ModerationQuery,
        response: { 200: Type.Array(ReportedThing) },
      },
    },
    async (request, reply) => send(request, reply, await readQueue(context, request.caller, request.query)),
  )

  app.get(
    '/moderation/log',
    {
      ...session(context),
      schema: {
        summary: 'What moderators did, and why (moderators)',
        description: 'The newest first, with what its owner answered. The Link header leads on.',
        querystring: ModerationQuery,
        response: { 200: Type.Array(ModerationLogEntry) },
      },
    },
    async (request, reply) => send(request, reply, await readLog(context, request.caller, request.query)),
  )

  app.get(
    '/moderation/mine',
    {
      ...session(context),
      schema: {
        summary: 'What moderators did to what is yours',
        description: 'The newest first; and whether you are one, or frozen. The Link header leads on.',
        querystring: ModerationQuery,
        response: { 200: OwnModeration },
      },
    },
    async (request, reply) => send(request, reply, await readMine(context, request.caller, request.query)),
  )

  app.post(
    '/moderation',
    {
      ...session(context),
      schema: {
        summary: 'Hide, restore, freeze, unfreeze or dismiss (moderators)',
        description:
          'Hiding, freezing and dismissing close all reports of the thing. The owner is told by mail, with the reason. Nothing is ' +
          'deleted, and nothing that is under way is held up.',
        body: ModerationAction,
        response: { 201: ModerationLogEntry },
      },
    },
    async (request, reply) => reply.code(201).send(await moderate(context, request.caller, request.body)),
  )

  app.post(
    '/moderation/answers',
    {
      ...session(context),
      schema: {
        summary: 'Answer to what was hidden or frozen of yours, once',
        body: ModerationAnswer,
        response: { 201: Success },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await answerModeration(context, request.caller, request.body)),
  )

  app.get(
    '/moderation/moderators',
    {
      ...session(context),
      schema: { summary: 'Who moderates (moderators)', response: { 200: Type.Array(Moderator) } },
    },
    async request => listModerators(context, request.caller),
  )

  app.post(
    '/moderation/moderators',
    {
      ...session(context),
      schema: {
        summary: 'Name a moderator (the platform wallet)',
        body: ModeratorRef,
        response: { 201: Moderator },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await nameModerator(context, request.caller, request.body.address)),
  )

  // Some clients cannot send a body with DELETE.
  app.delete(
    '/moderation/moderators',
    {
      ...session(context),
      schema: {
        summary: 'Remove a moderator (the platform wallet)',
        body: Type.Union([ModeratorRef, Type.Null()]),
        querystring: Type.Partial(ModeratorRef),
        response: { 200: Success },
      },
    },
    async request => {
      const address = request.body?.address ?? request.query.address
      if (address === undefined) throw new BadRequestError('address is required.')
      await removeModerator(context, request.caller, address)
      return { success: true }
    },
  )
}

function send<T>(request: FastifyRequest, reply: FastifyReply, { page, next }: Paged<T>): T {
  if (next !== null) reply.header('link', nextLink(request.url, next))
  return page
}
