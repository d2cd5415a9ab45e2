import { PayerAnswer, PayerQuery } from '@furrow/sdk/contract'
import { toAddress } from '../../ground/address.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { payerBoard } from './payer.ts'

export const payerRoutes: Routes = async (app, { boards, context }) => {
  app.get(
    '/profile/payer',
    {
      schema: {
        summary: 'How an address pays',
        description:
          'For every origin: the record that its quests show, with the work and the transactions that it is reckoned from. ' +
          'Work of hidden quests counts and is not listed.',
        querystring: PayerQuery,
        response: { 200: PayerAnswer },
      },
    },
    (request, reply) => {
      const { address, cursor } = request.query
      reply.headers(anyOrigin)
      const { db } = context
      const url = urlOf(request, PayerQuery)
      boards.send(request, reply, payerBoard({ boards, db }, url, toAddress(address), cursor))
    },
  )
}
