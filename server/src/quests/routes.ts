import { NewQuest, Quest, QuestChange, QuestEvent, QuestEventQuery, QuestQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../auth/session.ts'
import { nextLink } from '../http/links.ts'
import { queryOf } from '../http/queries.ts'
import type { Routes } from '../http/routes.ts'
import { actOnQuest } from './act.ts'
import { listEvents } from './events.ts'
import { listQuests } from './list.ts'
import { postQuest } from './post.ts'
import { readQuestChange } from './quest-change.ts'

export const questRoutes: Routes = async (app, { context, sendBoard }) => {
  app.get(
    '/quests',
    { schema: { summary: 'Find quests', querystring: QuestQuery, response: { 200: Type.Array(Quest) } } },
    (request, reply) => {
      sendBoard(request, reply, 'quests', queryOf(request.url), async () => {
        const { quests, next } = await listQuests(context.db, request.query)
        return { value: quests, ...(next !== null && { headers: { link: nextLink(request.url, next) } }) }
      })
    },
  )

  app.post(
    '/quests',
    {
      ...session(context),
      schema: {
        summary: 'Post a quest',
        description:
          'Who decides a dispute over its work, and how one ends that nobody decides, is in `disputes` of GET /config.',
        body: NewQuest,
        response: { 201: Quest },
      },
    },
    async (request, reply) => {
      const quest = await postQuest(context, request.caller, request.body)
      return reply.code(201).send(quest)
    },
  )

  app.patch(
    '/quests',
    {
      ...session(context),
      schema: { summary: 'Act on a quest', body: QuestChange, response: { 200: Quest } },
      // The union's own complaint is dropped: readQuestChange has a better sentence for it.
      attachValidation: true,
    },
    async request => actOnQuest(context, request.caller, readQuestChange(request)),
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
