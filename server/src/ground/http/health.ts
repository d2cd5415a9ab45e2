import { createHash, timingSafeEqual } from 'node:crypto'
import { isDamage, toLog } from '@furrow/storage/outage.ts'
import { noteFailure, noteWrite } from '@furrow/storage/room.ts'
import { createWriteCheck } from '@furrow/storage/write-check.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isHalted } from '../clients/halted.ts'
import type { Context } from '../context.ts'
import { ForbiddenError, UnauthorizedError, UnavailableError } from '../errors.ts'
import { inTime } from '../in-time.ts'
import type { Metrics } from './metrics.ts'
import type { Stopping } from './stopping.ts'

/** Shorter than each caller's own timeout. */
const patience = { ofBalancer: 2_000, ofFigures: 900 }
/** Few rows may be damaged: after a request met one, the service is not ready for this long. */
const damageLasts = 60_000

export type FindObstacle = () => Promise<string | null>

export function reportHealth(
  app: FastifyInstance,
  context: Context,
  metrics: Metrics,
  stopping: Stopping,
): FindObstacle {
  const { config, db, log } = context
  const checkWrites = createWriteCheck(db)
  let damagedUntil = 0

  app.addHook('onError', (_request, _reply, error, done) => {
    if (isDamage(error)) damagedUntil = performance.now() + damageLasts
    noteFailure(db, error)
    done()
  })

  app.addHook('onResponse', (_request, reply, done) => {
    metrics.countAnswer(reply.statusCode)
    // A replayed answer is no proof of a write.
    if (reply.statusCode === 201 && !reply.hasHeader('idempotent-replayed')) noteWrite(db)
    done()
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))

  async function findObstacle(patience: number): Promise<string | null> {
    if (stopping.hasBegun) return 'The service is stopping.'
    if (performance.now() < damagedUntil) return 'The database is damaged.'
    try {
      await inTime(checkWrites(), patience)
      return null
    } catch (error) {
      log.error(toLog(error), 'not ready')
      return 'The database cannot be written to right now.'
    }
  }

  app.get('/readyz', { schema: { hide: true } }, async () => {
    const obstacle = await findObstacle(patience.ofBalancer)
    if (obstacle !== null) throw new UnavailableError(obstacle, { code: 'not-ready' })
    const stopped = await findStopped(context)
    return { status: 'ready', ...(stopped.length > 0 && { stopped }) }
  })
  metrics.add({
    gauges: { furrow_ready: { help: 'Whether this process is ready to serve, as /readyz says it.' } },
    read: async () => [
      { name: 'furrow_ready', value: Number((await findObstacle(patience.ofFigures)) === null) },
    ],
  })

  const findForBalancer = () => findObstacle(patience.ofBalancer)
  if (config.metrics !== 'beside') return findForBalancer
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    requireOperator(request, config.metricsToken)
    reply.header('content-type', metrics.contentType)
    return metrics.read()
  })
  return findForBalancer
}

const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** For local programs, not proxied ones, and holders of the token. @throws UnauthorizedError, ForbiddenError */
function requireOperator({ headers, raw }: FastifyRequest, token: string | null): void {
  if (token !== null && isSame(headers.authorization ?? '', `Bearer ${token}`)) return
  const isNear = /^(::ffff:)?127[.]|^::1$/.test(raw.socket.remoteAddress ?? '')
  if (isNear && forwarding.every(name => headers[name] === undefined)) return
  if (token !== null) throw new UnauthorizedError('The figures need the token of METRICS_TOKEN.')
  throw new ForbiddenError(
    'The figures are for this machine alone: set METRICS_TOKEN, or METRICS to a port of its own, to read them from another.',
  )
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map(text => createHash('sha256').update(text).digest()) as [
    Buffer,
    Buffer,
  ]
  return timingSafeEqual(one, other)
}

/** Escrow contracts that the service has stopped sending to; they do not make it unready. */
async function findStopped({ clock, db, escrows }: Context): Promise<readonly Stopped[]> {
  if (escrows.all.length === 0) return []
  const rows = await db
    .selectFrom('escrow_contracts')
    .select(['contract', 'problem'])
    .where('problem', 'is not', null)
    .execute()
  const problems = new Map(rows.map(({ contract, problem }) => [contract, problem]))
  return escrows.all.flatMap(escrow => {
    const reason = problems.get(escrow.id) ?? (isHalted(escrow, clock.now()) ? 'chain-halted' : null)
    return reason === null ? [] : [{ contract: escrow.id, reason }]
  })
}

type Stopped = { readonly contract: string; readonly reason: string }
