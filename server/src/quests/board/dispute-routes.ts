import { Dispute, DisputeQuery, Evidence, EvidenceQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { listDisputes } from './disputes.ts'
import { readEvidence } from './evidence.ts'

/** Disputes are shown to their parties and to their arbiter alone. */
export const disputeRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/quests/disputes',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Disputes that are open',
        description:
          'The arbiter gets all of them, anybody else their own. The one that ends first is at the beginning, and the ' +
          'Link header leads on.',
        querystring: DisputeQuery,
        response: { 200: Type.Array(Dispute) },
      },
    },
    async (request, reply) => {
      const { disputes, next } = await listDisputes(context, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return [...disputes]
    },
  )

  app.get(
    '/quests/evidence',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'The evidence of a dispute',
        description: 'For its two parties and whoever decides it; at most ten pieces of each side.',
        querystring: EvidenceQuery,
        response: { 200: Type.Array(Evidence) },
      },
    },
    request => readEvidence(context, request.caller, request.query),
  )
}
