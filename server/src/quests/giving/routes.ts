import { Giving, GivingQuery } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import type { Context } from '../../ground/context.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { createTurns } from '../../ground/http/turns.ts'
import { oneFor } from '../../ground/one-for.ts'
import { givingCsv } from './csv.ts'
import { readGiving } from './figures.ts'
import { readSpan } from './span.ts'

/** A few thousand quests are read for each. */
const turnsOf = oneFor((_: Context) =>
  createTurns({
    atOnce: 2,
    waiting: 50,
    busy: 'Too many ask for their figures at once; try again in a moment.',
  }),
)

const description =
  'Over the quests that you posted from `from` to `to`: how many, how long each step took, what was returned or disputed, and ' +
  'what a merged pull request cost; in total, by repository and by week.'

export const givingRoutes: Routes = async (app, { context }) => {
  const read = ({ caller, ip, query }: FastifyRequest & { query: GivingQuery }) => {
    const span = readSpan(query, context.clock.now())
    return turnsOf(context).take(ip, () => readGiving(context.db, caller, span))
  }

  app.get(
    '/profile/giving',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Your figures as a giver',
        description,
        querystring: GivingQuery,
        response: { 200: Giving },
      },
    },
    request => read(request),
  )

  app.get(
    '/profile/giving.csv',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Your figures as a giver, as a table',
        description: `${description} One figure a line; no cell is a formula.`,
        querystring: GivingQuery,
        produces: ['text/csv'],
        response: { 200: Type.Unsafe<never>({ type: 'string', format: 'binary' }) },
      },
      serializerCompiler: () => (value: unknown) => value as string,
    },
    async (request, reply) => {
      const text = givingCsv(await read(request))
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="giving.csv"')
        .send(text as never)
    },
  )
}
