import { TaskCounts, TaskList, TaskQuery } from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { digestOfBody, sendUnchanged } from '../../ground/http/etags.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { countTasks, readTasks } from './tasks.ts'

export const taskRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/tasks',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'List the tasks that wait for you',
        description:
          'Work to review, disputes, deposits, deadlines, places that end, invitations and letters: what is due first comes ' +
          'first. At most 100, with the counts of each kind.',
        querystring: TaskQuery,
        response: { 200: TaskList },
      },
    },
    async (request, reply) => {
      const list = await readTasks(context, request.caller, request.query)
      return isUnchanged(request, reply, list) ? reply : list
    },
  )

  app.get(
    '/tasks/counts',
    {
      ...session(context, 'read'),
      schema: { summary: 'How much waits for you, of each kind', response: { 200: TaskCounts } },
    },
    async (request, reply) => {
      const counts = await countTasks(context, request.caller)
      return isUnchanged(request, reply, counts) ? reply : counts
    },
  )
}

/** Clients poll every few seconds, and mostly have the current answer. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, answer: object): boolean {
  const hash = digestOfBody(JSON.stringify(answer))
  return sendUnchanged(request, reply, `"${hash}"`)
}
