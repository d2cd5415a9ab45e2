import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify'

const withoutBody = new Set([204, 205, 304])

/**
 * A `fetch` that goes to the service's own routes without a connection, in the name of a request: its network and its
 * token are what all limits, scopes and audits of those routes go by.
 */
export function askInProcess(app: FastifyInstance, request: FastifyRequest): typeof fetch {
  const { authorization, host } = request.headers
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const headers = { ...(init.headers as Record<string, string>), ...(host !== undefined && { host }) }
    const answer = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: pathname + search,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      remoteAddress: request.ip,
      ...(init.body != null && { payload: String(init.body) }),
    })
    const { statusCode: status, rawPayload } = answer
    const kept = Object.entries(answer.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    return new Response(withoutBody.has(status) ? null : new Uint8Array(rawPayload), {
      status,
      headers: kept,
    })
  }
}
