import { NewQuest, Quest, QuestChange, QuestEvent, QuestEventQuery, QuestQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { nextLink } from '../http/links.ts'
import { urlOf } from '../http/queries.ts'
import type { Routes } from '../http/routes.ts'
import { keyed, once } from '../idempotency/once.ts'
import { actOnQuest } from './act.ts'
import { listEvents } from './events.ts'
import { readQuest } from './one-quest.ts'
import { postQuest, showPosted } from './post.ts'
import { createQuestBoards } from './quest-boards.ts'
import { readQuestChange } from './quest-change.ts'

export const questRoutes: Routes = async (app, { context, boards }) => {
  const { listOf, partOf } = createQuestBoards(context, boards)
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
        id === undefined ? listOf(url, filter, reply) : partOf(url, id, filter.cursor),
      )
    },
  )

  app.post(
    '/quests',
    {
      ...keyed(context),
      schema: {
        summary: 'Post a quest',
        description:
          'Who decides a dispute over its work, and how one ends that nobody decides, is in `disputes` of GET /config.',
        body: NewQuest,
        response: { 201: Quest },
      },
    },
    async (request, reply) => {
      const quest = await once(context, request, reply, {
        act: use => postQuest(context, request.caller, request.body, use),
        repeat: ({ made }) => showPosted(context, made),
      })
      return reply.code(201).send(quest)
    },
  )

  app.patch(
    '/quests',
    {
      ...keyed(context),
      schema: { summary: 'Act on a quest', body: QuestChange, response: { 200: Quest } },
      // The union's own complaint is dropped: readQuestChange has a better sentence for it.
      attachValidation: true,
    },
    async (request, reply) => {
      const asked = readQuestChange(request)
      return once(context, request, reply, {
        act: use => actOnQuest(context, request.caller, asked, use),
        // As it is now: others act on it too.
        repeat: ({ made }) => readQuest(context.db, made),
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
      const { events, next } = await listEvents(context.db, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return events as QuestEvent[]
    },
  )
}
