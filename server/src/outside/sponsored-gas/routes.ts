import { GasTicket, GasTicketQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import { originOf } from '../../ground/http/origin.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { paymasterMethods } from './ask-paymaster.ts'
import { issueTicket, sponsor } from './sponsor.ts'

const mostBytes = 64 * 1_024

const Asked = Type.Object({
  jsonrpc: Type.Literal('2.0'),
  id: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Number(), Type.Null()])),
  method: Type.String({ maxLength: 100 }),
  params: Type.Array(Type.Unknown(), { maxItems: 4 }),
})

export const sponsoredGasRoutes: Routes = async (app, { context }) => {
  const { config } = context

  app.get(
    '/paymaster/ticket',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'Have the gas of your transactions paid',
        description:
          'For `wallet_sendCalls` (EIP-5792) with the capability `paymasterService` (ERC-7677): its `url` and `context`. The ticket is for your ' +
          'wallet and one chain of `sponsoredGas` in `GET /config`, for ten minutes. People who are known here have one, within a budget for ' +
          'each wallet and day, and one for all: those with a proved account at the code host, or with work that was paid.',
        querystring: GasTicketQuery,
        response: { 200: GasTicket },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const origin = config.givenUrl ?? originOf(request, config)
      return issueTicket(context, request.caller, { chainId: Number(request.query.chainId), origin })
    },
  )

  // JSON-RPC, by a standard of its own: wallets ask, from wherever they are, and the ticket says for whom.
  app.post(
    '/paymaster',
    { bodyLimit: mostBytes, schema: { hide: true, body: Asked } },
    async (request, reply) => {
      const { id = null, method, params } = request.body
      reply.headers({ ...anyOrigin, 'cache-control': 'no-store' })
      const known = paymasterMethods.find(one => one === method)
      const answer =
        known === undefined
          ? { error: { code: -32_601, message: 'The paymaster has no such method.' } }
          : await sponsor(context, known, params)
      return { jsonrpc: '2.0', id, ...answer }
    },
  )

  app.options('/paymaster', { schema: { hide: true } }, async (_request, reply) => {
    reply.headers({
      ...anyOrigin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '86400',
    })
    return reply.code(204).send()
  })
}
