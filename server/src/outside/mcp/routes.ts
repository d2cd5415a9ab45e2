import { keyScopes } from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admitHolder } from '../../access/auth/session.ts'
import { minute } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import {
  BadRequestError,
  ForbiddenError,
  TooManyRequestsError,
  UnauthorizedError,
} from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { challenge, metadataPath, placeOf } from './challenge.ts'
import { mayAsk } from './own-origins.ts'

/** Far more than a careful agent asks, from however many machines its wallet has keys on. */
const mostCalls = 300
const mostBytes = 128 * 1_024

const hidden = { schema: { hide: true } }

/** MCP at the root of the origin, where its metadata has to lie too: the prefix is the JSON interface's alone. */
export const mcpRoutes: Routes = async (app, { context }) => {
  const { config } = context
  const calls = createAllowance(context, Math.min(mostCalls, config.rateLimit), minute)

  app.post('/mcp', { ...hidden, bodyLimit: mostBytes }, async (request, reply) => {
    const { origin, host } = request.headers
    if (origin !== undefined && !mayAsk(origin, host, config))
      throw new ForbiddenError('Pages of this origin may not use MCP here.')
    const { body } = request
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new BadRequestError('The body must be one JSON-RPC message.')
    await admit(request, reply)
    const { scopesOf, serveMcp } = await import('./serve.ts')
    requireHolder(request, reply, scopesOf(body))
    return send(reply, await serveMcp(app, context, request))
  })

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.headers.authorization === undefined) return
    try {
      await admitHolder(context, request)
    } catch (error) {
      if (error instanceof UnauthorizedError)
        reply.header('www-authenticate', challenge(placeOf(request, config), { error: 'invalid_token' }))
      throw error
    }
    const wait = config.rateLimit === 0 ? null : calls.take(request.caller)
    if (wait !== null) throw new TooManyRequestsError(wait)
  }

  /** Answered here and not by the tool: the status makes a client ask its person for a key. */
  function requireHolder(
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: readonly (keyof typeof keyScopes)[] | null,
  ): void {
    if (scopes === null) return
    if (request.caller == null) {
      reply.header('www-authenticate', challenge(placeOf(request, config), { scopes }))
      throw new UnauthorizedError('This tool needs an API key: Authorization: Bearer <key>.')
    }
    const { scopes: has } = request
    if (has === undefined || scopes.some(scope => has.includes(scope))) return
    // Those that it has stay: a key is made anew, and must not do less than before.
    const all = [...new Set([...has, ...scopes])]
    reply.header(
      'www-authenticate',
      challenge(placeOf(request, config), { error: 'insufficient_scope', scopes: all }),
    )
    throw new ForbiddenError(`This API key cannot do this: it lacks the scope ${scopes.join(' or ')}.`, {
      code: 'scope-missing',
    })
  }

  for (const path of [metadataPath, `${metadataPath}/mcp`])
    app.get(path, hidden, async (request, reply) => {
      const origin = placeOf(request, config)
      // Read by clients on pages of other origins, before they have any right here.
      reply.headers({ ...anyOrigin, 'cache-control': 'public, max-age=300' })
      return {
        resource: `${origin}/mcp`,
        resource_name: communityName(config),
        ...(config.basePath !== '' && { authorization_servers: [origin] }),
        scopes_supported: Object.keys(keyScopes),
        bearer_methods_supported: ['header'],
      }
    })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type')
  if (type !== null) reply.header('content-type', type)
  reply.header('cache-control', 'no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  return reply.code(response.status).send(bytes.length === 0 ? undefined : bytes)
}
