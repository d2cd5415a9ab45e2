import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { isDamage } from '../db/outage.ts'
import { createWriteCheck } from '../db/write-check.ts'
import { inTime } from '../in-time.ts'
import type { Metrics } from './metrics.ts'
import type { Stopping } from './stopping.ts'

/** Less than whoever asks waits for it. */
const patience = { ofBalancer: 2_000, ofFigures: 900 }
/** A row that cannot be read may be one of few: for so long after somebody met it, the service is not ready. */
const damageLasts = 60_000

/** For whoever runs the service: alive, ready to serve, and figures for Prometheus. */
export function reportHealth(
  app: FastifyInstance,
  context: Context,
  metrics: Metrics,
  stopping: Stopping,
): void {
  const { config, db, log } = context
  const checkWrites = createWriteCheck(db)
  let damagedUntil = 0

  app.addHook('onError', (_request, _reply, error, done) => {
    if (isDamage(error)) damagedUntil = performance.now() + damageLasts
    done()
  })

  app.addHook('onResponse', (_request, reply, done) => {
    metrics.countAnswer(reply.statusCode)
    done()
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  /** null where nothing is in the way. */
  async function findObstacle(patience: number): Promise<string | null> {
    if (stopping.hasBegun) return 'The service is stopping.'
    if (performance.now() < damagedUntil) return 'The database is damaged.'
    try {
      await inTime(checkWrites(), patience)
      return null
    } catch (error) {
      log.error({ err: error }, 'not ready')
      return 'The database cannot be written to right now.'
    }
  }

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const obstacle = await findObstacle(patience.ofBalancer)
    return obstacle === null ? { status: 'ready' } : refuse(reply, obstacle)
  })
  metrics.add({
    gauges: { furrow_ready: { help: 'Whether this process is ready to serve, as /readyz says it.' } },
    read: async () => [
      { name: 'furrow_ready', value: Number((await findObstacle(patience.ofFigures)) === null) },
    ],
  })

  if (config.metrics !== 'beside') return
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('content-type', metrics.contentType)
    return metrics.read()
  })
}

function refuse(reply: FastifyReply, error: string): FastifyReply {
  return reply.code(503).header('retry-after', '5').send({ error })
}
