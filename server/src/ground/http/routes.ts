import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { Boards } from './boards.ts'

type Given = { readonly context: Context; readonly boards: Boards }

export type Routes = FastifyPluginAsyncTypebox<Given>

/** Fastify looks through every loaded module for the name of a plugin that does not tell it. */
const displayName = Symbol.for('fastify.display-name')

/** Each with the hooks and parsers of its own. */
export async function registerRoutes(
  app: FastifyInstance,
  all: readonly Routes[],
  given: Given & { readonly prefix?: string },
): Promise<void> {
  for (const routes of all) {
    Object.assign(routes, { [displayName]: routes.name || 'routes' })
    await app.register(routes, given)
  }
}
