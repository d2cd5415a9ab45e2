import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'

/** For whoever runs the service: alive, ready to serve, and figures for Prometheus. */
export function reportHealth(app: FastifyInstance, context: Context, metrics: Metrics): void {
  const { config, db, log } = context

  app.addHook('onResponse', ({ method, url }, reply, done) => {
    const status = reply.statusCode
    metrics.countAnswer(status)
    // Without its query, which may hold an address or a code.
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    log.info({ method, path, status, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'request')
    done()
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch (error) {
      log.error({ err: error }, 'not ready')
      return reply.code(503).send({ error: 'The database cannot be reached.' })
    }
  })

  if (config.metrics !== 'beside') return
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', metrics.contentType)
    return metrics.read()
  })
}
