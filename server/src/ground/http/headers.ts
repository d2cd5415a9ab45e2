import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** The same for every answer, so made once: an API that no page may frame, guess the type of, or run. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** And by what the request is called in our log. */
export function headersFor({ id }: FastifyRequest): Readonly<Record<string, string>> {
  return { ...securityHeaders, 'x-request-id': id }
}

/** A year, of this host alone: what its neighbours do is not for us to say. */
const onlyByHttps = `max-age=${365 * 86_400}`

/** Security headers, and the other origins whose pages may call the API: none unless configured. */
export async function setHeaders(app: FastifyInstance, { config }: Context): Promise<void> {
  const origins = new Set(config.corsOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request))
    // The service itself speaks plain HTTP: by what the client came, only a proxy that is believed can say.
    if (config.trustProxy && request.protocol === 'https')
      reply.header('strict-transport-security', onlyByHttps)
    const { origin } = request.headers
    if (origin !== undefined && origins.has(origin))
      reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
  if (config.corsOrigins.length === 0) return
  await app.register(cors, {
    origin: [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'idempotency-key', 'last-event-id'],
    exposedHeaders: ['etag', 'link', 'retry-after', 'x-request-id'],
    maxAge: 86_400,
  })
}
