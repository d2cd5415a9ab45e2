import type { Readable } from 'node:stream'
import { Account, leavingStatement, SignIn, StatementQuery, Success } from '@furrow/sdk/contract'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { noteAccess } from '../../access/audit-trail/access.ts'
import { networkOf } from '../../access/audit-trail/refusals.ts'
import { requireSignedSentence } from '../../access/auth/auth.ts'
import { session } from '../../access/auth/session.ts'
import { commit } from '../../access/commit.ts'
import { requireRoom } from '../../access/quotas/spend.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { limitGuesses } from '../../ground/http/limits.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { writeExport } from './export.ts'
import { leave } from './leave.ts'
import { listRunning, requireNothingRunning } from './running.ts'
import { readPeriod, writeStatement } from './statement.ts'

const asItIs = { serializerCompiler: () => (value: unknown) => value as string }
const binary = Type.Unsafe<never>({ type: 'string', format: 'binary' })

export const accountRoutes: Routes = async (app, { context }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'private, no-store')
  })

  app.get(
    '/account',
    {
      ...session(context),
      schema: { summary: 'List the work that has to end before you can leave', response: { 200: Account } },
    },
    async ({ caller }) => ({
      address: checksum(caller),
      running: await listRunning(context.db, context.config, caller),
    }),
  )

  app.get(
    '/account/export',
    {
      ...session(context),
      schema: {
        summary: 'Everything of yours',
        description:
          'A zip of JSON and CSV, with your letters opened and your files; five times a day. It is sent while it is ' +
          'put together; one that did not arrive is not counted.',
        produces: ['application/zip'],
        response: { 200: binary },
      },
      ...asItIs,
    },
    async (request, reply) => {
      const { caller: actor, ip } = request
      await requireRoom(context, [{ address: actor, kind: 'exports' }])
      await spend(context, actor, 'export-attempts')
      noteAccess(context, { kind: 'exported', actor, about: { network: networkOf(context, request) } })
      const name = `account-${instant(context.clock.now()).slice(0, 10)}.zip`
      // The quota is spent once the whole export was read from here, before its reader learns that this was all.
      const atEnd = () => spend(context, actor, 'exports')
      return send(reply, await writeExport(context, ip, actor, atEnd), 'application/zip', name)
    },
  )

  app.get(
    '/account/statement.csv',
    {
      ...session(context),
      schema: {
        summary: 'Your statement: payments received, and funds put in, paid and got back',
        description:
          'For taxes: exact amounts, who it was with, and the transaction where there is one. No cell is a formula. Where ' +
          '`direction` is empty nothing moved: on the ledger rail, a promise. Fifty times a day.',
        querystring: StatementQuery,
        produces: ['text/csv'],
        response: { 200: binary },
      },
      ...asItIs,
    },
    async (request, reply) => {
      const period = readPeriod(request.query)
      await spend(context, request.caller, 'statements')
      const written = await writeStatement(context, request.ip, request.caller, period)
      return send(reply, written, 'text/csv; charset=utf-8; header=present', 'statement.csv')
    },
  )

  app.delete(
    '/account',
    {
      ...session(context),
      preHandler: limitGuesses(context),
      schema: {
        summary: 'Delete your account, for good',
        description:
          `Needs a signature of its own, beside the session: a sign-in message with the statement "${leavingStatement}". What is yours ` +
          'alone goes; what others have a part in goes on under a pseudonym, without your words. 409 says what has to end first.',
        body: SignIn,
        response: { 200: Success },
      },
    },
    async request => {
      const { caller, body, ip } = request
      await requireSignedSentence(context, caller, { ...body, ip }, leavingStatement, async () =>
        requireNothingRunning(await listRunning(context.db, context.config, caller)),
      )
      await leave(context, caller)
      return { success: true }
    },
  )
}

function spend(
  context: Context,
  address: Address,
  kind: 'export-attempts' | 'exports' | 'statements',
): Promise<void> {
  return commit(context, { spends: [{ address, kind }] })
}

function send(reply: FastifyReply, stream: Readable, type: string, name: string): FastifyReply {
  // The reader left while waiting for a turn.
  if (reply.raw.closed) stream.destroy()
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(stream)
}
