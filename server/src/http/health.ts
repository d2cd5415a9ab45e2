import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Context } from '../context.ts'

/** For whoever runs the service: alive, ready to serve, and figures for Prometheus. */
export function reportHealth(app: FastifyInstance, { db, log }: Context): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Counted here and handed over when asked for: a counter with labels costs more than all else that a request does.
  const answered = new Map<number, number>()
  new Counter({
    name: 'furrow_http_requests_total',
    help: 'Requests answered, by status.',
    labelNames: ['status'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [status, count] of answered) this.inc({ status }, count)
    },
  })

  const reasons = ['chain-unreachable', 'low-balance'] as const
  new Gauge({
    name: 'furrow_escrow_stopped',
    help: 'Whether nothing is sent to the escrow contract, by reason.',
    labelNames: ['reason'] as const,
    registers: [registry],
    async collect() {
      const rows = await db.selectFrom('escrow_contracts').select('problem').execute()
      for (const reason of reasons) this.set({ reason }, Number(rows.some(row => row.problem === reason)))
    },
  })

  app.addHook('onResponse', ({ method, url }, reply, done) => {
    const status = reply.statusCode
    answered.set(status, (answered.get(status) ?? 0) + 1)
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

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}
