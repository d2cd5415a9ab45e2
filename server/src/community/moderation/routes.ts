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
  ReporterDismissal,
  Success,
} from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { requireScope, session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { limitUse } from '../../ground/http/limits.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { answerModeration } from './answer.ts'
import { dismissReports } from './dismiss-reports.ts'
import { type Paged, readLog, readMine, showDone } from './log.ts'
import { moderate } from './moderate.ts'
import { listModerators, nameModerator, removeModerator } from './moderators.ts'
import { readQueue } from './queue.ts'
import { report, showReported } from './report.ts'

/** People decide about people: no API key passes here, except for reports. */
export const moderationRoutes: Routes = async (app, { context }) => {
  const limit = limitUse(
    context,
    context.config.quotas.reportsAnHour,
    'Your network has reported too many things.',
  )
  app.post(
    '/reports',
    {
      ...keyed(context, 'talk'),
      schema: {
        summary: 'Report something to the moderators',
        description:
          'A report hides nothing by itself. Each wallet reports a thing once: again, it is given its first report. A letter is ' +
          'reported by its recipient, who shows it to the moderators with that (`disclose: true`); an API key needs the scope `mail` ' +
          'too for that, and `read` to disclose evidence.',
        body: NewReport,
        response: { 201: Report },
      },
    },
    async (request, reply) => {
      const { body, caller, ip } = request
      // The report shows moderators texts that only the parties may read.
      if (body.kind === 'letter') requireScope(request, 'mail')
      else if (body.disclose === true) requireScope(request, 'read')
      const made = await once(context, request, reply, {
        act(use) {
          limit(ip)
          return report(context, { address: caller, ip }, body, use)
        },
        repeat: done => showReported(context, caller, body, done),
      })
      return reply.code(201).send(made)
    },
  )

  app.get(
    '/moderation/queue',
    {
      ...session(context),
      schema: {
        summary: 'List the reported things that wait for a decision (moderators)',
        description:
          'One row for each thing, however many reported it: first what was reported by people who were right before, then ' +
          'everybody’s first report, everybody’s second, and so on, by wallet and by network. The Link header leads on.',
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
        summary: "List the moderators' acts and their reasons (moderators)",
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
        summary: 'List the acts of moderators on your own things',
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
      ...keyed(context),
      schema: {
        summary: 'Hide, restore, freeze, unfreeze or dismiss (moderators)',
        description:
          'Hiding, freezing and dismissing close all reports of the thing. The owner is told by mail, with the reason. Nothing is ' +
          'deleted, and nothing that is under way is held up.',
        body: ModerationAction,
        response: { 201: ModerationLogEntry },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const entry = await once(context, request, reply, {
        act: use => moderate(context, caller, body, use),
        repeat: done => showDone(context, caller, done),
      })
      return reply.code(201).send(entry)
    },
  )

  app.post(
    '/moderation/dismissals',
    {
      ...session(context),
      schema: {
        summary: 'Dismiss all waiting reports of one wallet (moderators)',
        description:
          'But for those that the moderator has a part in. What others reported too waits for a decision still.',
        body: ReporterDismissal,
        response: { 201: ModerationLogEntry },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await dismissReports(context, request.caller, request.body)),
  )

  app.post(
    '/moderation/answers',
    {
      ...keyed(context),
      schema: {
        summary: 'Answer the hiding or freezing of something of yours, once',
        body: ModerationAnswer,
        response: { 201: Success },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const answered = await once(context, request, reply, {
        act: use => answerModeration(context, caller, body, use),
        repeat: async () => ({ success: true }),
      })
      return reply.code(201).send(answered)
    },
  )

  app.get(
    '/moderation/moderators',
    {
      ...session(context),
      schema: { summary: 'List the moderators (moderators)', response: { 200: Type.Array(Moderator) } },
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
