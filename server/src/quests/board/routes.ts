import {
  Application,
  ApplicationQuery,
  Eligibility,
  EligibilityQuery,
  NewPlan,
  Overview,
  PostedPlan,
  Quest,
  QuestChange,
  QuestEvent,
  QuestEventQuery,
  QuestFacets,
  QuestFeedQuery,
  QuestPost,
  QuestQuery,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { requireScope, session, viaOf } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { requireSeenById } from '../../access/restraints/hidden.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import { type Routes, registerRoutes } from '../../ground/http/routes.ts'
import { trustRoutes } from '../trust/routes.ts'
import { actOnQuest, readQuestFor } from './act.ts'
import { scopesFor } from './action-scopes.ts'
import { listApplications } from './applications.ts'
import { approvalRoutes } from './approval-routes.ts'
import { bookmarkRoutes } from './bookmark-routes.ts'
import { deskRoutes } from './desk-routes.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { draftRoutes } from './draft-routes.ts'
import { readEligibility } from './eligibility.ts'
import { listEvents } from './events.ts'
import { readFacets } from './facets.ts'
import { feedRoutes } from './feed-routes.ts'
import { importRoutes } from './import-routes.ts'
import { inviteRoutes } from './invite-routes.ts'
import { readOverview } from './overview.ts'
import { postPlan, postQuest, showPosted, showPostedPlan } from './post.ts'
import { createQuestBoards } from './quest-boards.ts'
import { readQuestChange } from './quest-change.ts'
import { revisionRoutes } from './revision-routes.ts'

/** Ten descriptions of 20,000 characters. */
const mostPlanBytes = 1_048_576

export const questRoutes: Routes = async (app, { context, boards }) => {
  await registerRoutes(app, [inviteRoutes], { context, boards })
  const questBoards = createQuestBoards(context, boards)
  const { listOf, partOf, versionByDay } = questBoards
  feedRoutes(app, { context, boards }, questBoards)
  app.get(
    '/quests',
    {
      schema: {
        summary: 'Find quests',
        description:
          'Newest first or as `sort` says, without submissions and transactions; those are with one quest, `id`. A page ends ' +
          'at `limit` or about a megabyte, and so do the farmers of one quest; the Link header leads on.',
        querystring: QuestQuery,
        response: { 200: Type.Array(Quest) },
      },
    },
    (request, reply) => {
      const { id, ...filter } = request.query
      const url = urlOf(request, QuestQuery)
      boards.send(
        request,
        reply,
        id === undefined ? listOf(url, filter, reply) : partOf(request, url, id, filter.cursor),
      )
    },
  )

  app.post(
    '/quests',
    {
      ...keyed(context, 'give'),
      schema: {
        summary: 'Post a quest',
        description:
          'Who decides a dispute over its work, and how one ends that nobody decides, is in `disputes` of GET /config.',
        body: QuestPost,
        response: { 201: Quest },
      },
    },
    async (request, reply) => {
      const quest = await once(context, request, reply, {
        actsFirst: true,
        act: use => postQuest(context, request.caller, request.body, use, viaOf(request)),
        repeat: ({ made }) => showPosted(context, made),
      })
      return reply.code(201).send(quest)
    },
  )

  app.post(
    '/quests/plan',
    {
      ...keyed(context, 'give'),
      bodyLimit: mostPlanBytes,
      schema: {
        summary: 'Post a plan of several quests',
        description:
          'All of them, or none. Each follows the one before it: when work there is released, it opens to its farmers alone for 72 hours, ' +
          'and then to everybody; where the one before ends without a release, it opens to everybody at once.',
        body: NewPlan,
        response: { 201: PostedPlan },
      },
    },
    async (request, reply) => {
      const { parts } = request.body
      const posted = await once(context, request, reply, {
        actsFirst: true,
        act: use => postPlan(context, request.caller, request.body, use, viaOf(request)),
        repeat: ({ made }) => showPostedPlan(context, made, parts.length),
      })
      return reply.code(201).send(posted)
    },
  )

  app.patch(
    '/quests',
    {
      ...keyed(context, 'take', 'give'),
      schema: {
        summary: 'Act on a quest',
        body: QuestChange,
        response: { 200: Quest },
      },
      // The union could only say that no form fits, and took a quarter of a start to compile: readQuestChange validates.
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const asked = readQuestChange(request)
      requireScope(request, ...scopesFor(asked))
      return once(context, request, reply, {
        actsFirst: true,
        act: use => actOnQuest(context, request.caller, asked, use, viaOf(request)),
        // As it is now: others act on it too.
        repeat: ({ made }) => readQuestFor(context, request.caller, made),
      })
    },
  )

  app.get(
    '/quests/events',
    {
      schema: {
        summary: 'What happened to a quest',
        description: 'From the beginning, in order. The Link header leads on.',
        querystring: QuestEventQuery,
        response: { 200: Type.Array(QuestEvent) },
      },
    },
    async (request, reply) => {
      await requireSeenById(context, request, request.query.id)
      const { events, next } = await listEvents(context.db, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return events as QuestEvent[]
    },
  )

  app.get(
    '/quests/applications',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Who applied',
        description:
          'Of a quest of your own, its applications that wait for an answer, or those of a `status`, the first one first or by ' +
          '`sort`, with what each applicant did before. Otherwise your own, of one quest or of all, the newest first. The Link header leads on.',
        querystring: ApplicationQuery,
        response: { 200: Type.Array(Application) },
      },
    },
    async (request, reply) => {
      const { applications, next } = await listApplications(context, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return applications as Application[]
    },
  )
  app.get(
    '/quests/eligibility',
    {
      ...session(context, 'read', 'take', 'give', 'talk'),
      schema: {
        summary: 'Whether you may take a place',
        description:
          'Every reason against it, as the take itself would be refused, and how many places you have and may have.',
        querystring: EligibilityQuery,
        response: { 200: Eligibility },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { id } = request.query
      await requireSeenById(context, request, id)
      return readEligibility(context, request.caller, id, viaOf(request))
    },
  )
  app.get(
    '/quests/facets',
    {
      schema: {
        summary: 'What the quests that fit have in common',
        description:
          'Categories, skills, tokens, ranges of rewards, deadlines, ways to join, payers and backings with the number of quests that ' +
          'have them, and the open rewards: of all quests that fit the filters, or of the newest 5,000, where `complete` is false.',
        querystring: QuestFeedQuery,
        response: { 200: QuestFacets },
      },
    },
    (request, reply) => {
      boards.send(request, reply, {
        key: urlOf(request, QuestFeedQuery),
        readVersion: versionByDay,
        make: async () => ({ value: await readFacets(context.db, request.query, context.clock.now()) }),
      })
    },
  )
  app.get(
    '/overview',
    {
      schema: {
        summary: 'The figures of a first page',
        description:
          'Open quests, the rewards of their free places, and how soon givers pay. Hidden quests are not counted.',
        response: { 200: Overview },
      },
    },
    (request, reply) =>
      boards.send(request, reply, {
        key: 'overview',
        readVersion: () => boards.revisionOf('quests'),
        make: async () => ({ value: await readOverview(context.db) }),
      }),
  )
  const others = [
    approvalRoutes,
    bookmarkRoutes(questBoards),
    deskRoutes,
    disputeRoutes,
    revisionRoutes,
    draftRoutes,
    importRoutes,
    trustRoutes,
  ]
  await registerRoutes(app, others, { context, boards })
}
