import { DuePayoutQuery, DuePayouts, PaidMany, PaidWorks } from '@furrow/sdk/contract'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session, viaOf } from '../../access/auth/session.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { listDue } from './due.ts'
import { showPaidMany } from './paid-many.ts'

export const payoutRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/payouts/due',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Released work that you owe',
        description:
          'Work that you released in the ledger, without a payment that the service knows of, and for whose word you do not ' +
          'wait; not that of farmers who left. The sums are those of all pages; the Link header leads on.',
        querystring: DuePayoutQuery,
        response: { 200: DuePayouts },
      },
    },
    async (request, reply) => {
      const { due, next } = await listDue(context, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(urlOf(request, DuePayoutQuery), next))
      return due
    },
  )

  app.post(
    '/payouts/paid-many',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'Show one transaction for the works that it paid',
        description:
          'As the action paid of each quest, with one look at the chain for all of them. Each work is judged by itself: what ' +
          'the transaction moved to a farmer counts once, over all works, calls and processes. Asked again, it changes nothing.',
        body: PaidMany,
        response: { 200: PaidWorks },
      },
    },
    async request => ({
      works: await showPaidMany(context, request.caller, request.body, viaOf(request)),
    }),
  )
}
