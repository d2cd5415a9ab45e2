import { QuestRevision, QuestRevisionQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { requireSeenById } from '../../access/restraints/hidden.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { listRevisions } from './revisions.ts'

export const revisionRoutes: Routes = async (app, { context }) => {
  app.get(
    '/quests/revisions',
    {
      schema: {
        summary: 'What its giver changed of a quest',
        description: 'The newest change first, with what it was before. The Link header leads on.',
        querystring: QuestRevisionQuery,
        response: { 200: Type.Array(QuestRevision) },
      },
    },
    async (request, reply) => {
      await requireSeenById(context, request, request.query.id)
      const { revisions, next } = await listRevisions(context.db, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return revisions as QuestRevision[]
    },
  )
}
