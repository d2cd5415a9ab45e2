import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Address } from '../address.ts'
import type { Context } from '../context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Address
  }
}

/** Never logs a query, a header or a body. */
export function logRequests(app: FastifyInstance, { log }: Context): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, url } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const line = { id, method, path, route: routeOf(request), status: reply.statusCode, ms }
    log.info({ ...line, caller: callerOf(request) }, 'request')
    done()
  })
}

/** The pattern; null for an unknown path. */
export function routeOf({ is404, routeOptions }: FastifyRequest): string | null {
  return is404 ? null : (routeOptions.url ?? null)
}

/** null without a session. */
export function callerOf(request: FastifyRequest): Address | null {
  return (request as { caller?: Address }).caller ?? null
}
