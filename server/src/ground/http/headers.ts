import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'

/** Built once, since they are the same for every answer: no page may frame the API, guess its types, or run it. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

export const anyOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

export function headersFor({ id }: FastifyRequest): Readonly<Record<string, string>> {
  return { ...securityHeaders, 'x-request-id': id }
}

/** A year, for this host alone: its subdomains are not ours to decide about. */
const onlyByHttps = `max-age=${365 * 86_400}`

export async function setHeaders(app: FastifyInstance, { config }: Context): Promise<void> {
  const origins = new Set(config.corsOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request))
    // The service itself speaks plain HTTP: only a trusted proxy knows the client's protocol.
    if (config.trustProxy && request.protocol === 'https')
      reply.header('strict-transport-security', onlyByHttps)
    const { origin } = request.headers
    if (origin !== undefined && origins.has(origin))
      reply.header('cross-origin-resource-policy', 'cross-origin')
    done()
  })
  if (config.corsOrigins.length === 0) return
  const ofOrigins: FastifyCorsOptions = {
    origin: [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'if-none-match',
      'idempotency-key',
      'last-event-id',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
    ],
    exposedHeaders: ['etag', 'link', 'retry-after', 'www-authenticate', 'x-request-id'],
    maxAge: 86_400,
  }
  if (config.paymasters.urls.size === 0) {
    await app.register(cors, ofOrigins)
    return
  }
  // Wallets ask the paymaster from pages of their own: its route says so itself.
  const forAll = `${config.basePath}/paymaster`
  await app.register(cors, {
    delegator: (request, callback) => callback(null, request.url === forAll ? { origin: false } : ofOrigins),
  })
}
