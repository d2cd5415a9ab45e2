import { Desk, DeskQuery, KeptPlaceNote, PlaceNote } from '@furrow/sdk/contract'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { readDesk } from './desk.ts'
import { notePlace } from './place-notes.ts'

export const deskRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/quests/desk',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'The work in a quest of your own',
        description:
          'A part of its places at a time, with what was handed in, your labels and notes, and the counts of all parts. ' +
          'The Link header leads on.',
        querystring: DeskQuery,
        response: { 200: Desk },
      },
    },
    async (request, reply) => {
      const { desk, next } = await readDesk(context, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(urlOf(request, DeskQuery), next))
      return desk
    },
  )

  app.put(
    '/quests/desk',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'Keep a label or a note on a place in your quest',
        description: 'Nobody else reads them. What is not given stays; null takes it away.',
        body: PlaceNote,
        response: { 200: KeptPlaceNote },
      },
    },
    request => notePlace(context, request.caller, request.body),
  )
}
