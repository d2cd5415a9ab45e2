import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toLog } from '@furrow/storage/outage.ts'
import type { FastifyInstance } from 'fastify'
import { listenAt } from '../config/listening.ts'
import type { Context } from '../context.ts'
import type { FindObstacle } from './health.ts'
import type { Metrics } from './metrics.ts'
import { createRefusal } from './raw-answers.ts'

export function listenForFigures(
  app: FastifyInstance,
  { config, log }: Context,
  metrics: Metrics,
  findObstacle: FindObstacle,
): void {
  if (config.metrics === 'beside' || config.metrics === null) return
  const { host, port } = config.metrics
  let listens = false
  app.addHook('onListen', async () => {
    listens = true
  })
  // The interface's port is not open yet: a balancer must not send people there.
  const find = async () => (listens ? findObstacle() : 'The service is starting.')
  const server = createFiguresServer(metrics, find, log)

  // Before the interface listens, so that a port in use fails the start.
  app.addHook('onReady', async () => {
    await listenAt({ host, port }, { host: 'METRICS', port: 'METRICS' }, async () => {
      server.listen({ host, port })
      await once(server, 'listening')
    })
    const { address, port: taken } = server.address() as AddressInfo
    log.info({ address, port: taken }, 'figures are served on a port of their own')
  })
  app.addHook('onClose', (_app, done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

function createFiguresServer(metrics: Metrics, findObstacle: FindObstacle, log: Context['log']): Server {
  const refuseMethod = createRefusal('method-not-allowed', 'Only GET and HEAD are allowed here.', {
    allow: 'GET, HEAD',
  })
  const refusePath = createRefusal('no-such-path', 'There is nothing at this path.')
  const refuse = createRefusal('internal-error', 'Something went wrong on our side.')
  const timeouts = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 10_000 }

  return createServer(timeouts, async ({ method, url = '' }, response) => {
    const path = url.split('?', 1)[0]
    if (path !== '/metrics' && path !== '/healthz' && path !== '/readyz') return refusePath(response)
    if (method !== 'GET' && method !== 'HEAD') return refuseMethod(response)
    try {
      const obstacle = path === '/readyz' ? await findObstacle() : null
      if (obstacle !== null) return createRefusal('not-ready', obstacle, { 'retry-after': '5' })(response)
      const status = JSON.stringify({ status: path === '/readyz' ? 'ready' : 'ok' })
      const body = path === '/metrics' ? await metrics.read() : status
      const type = path === '/metrics' ? metrics.contentType : 'application/json; charset=utf-8'
      response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
    } catch (error) {
      log.error(toLog(error), 'the figures could not be read')
      refuse(response)
    }
  })
}
