import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** The same for every answer, so made once: an API that no page may frame, guess the type of, or run. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
}

/** Security headers, and the other origins whose pages may call the API: none unless configured. */
export async function setHeaders(app: FastifyInstance, { config }: Context): Promise<void> {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders)
    done()
  })
  if (config.corsOrigins.length === 0) return
  await app.register(cors, {
    origin: [...config.corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'if-none-match'],
    exposedHeaders: ['etag', 'link', 'retry-after'],
    maxAge: 86_400,
  })
}
