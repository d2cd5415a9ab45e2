import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { boundConnections } from './connections.ts'
import { boundInFlight } from './in-flight.ts'
import { createRefusal } from './raw-answers.ts'

const tellEvery = 10_000
/** Refusals in one turn of the event loop that leave their connection open; later ones close it. */
const mostKept = 50

/** Probes are never refused: operators need them most when the service is busy. */
export function isProbe(url: string | undefined): boolean {
  return /^\/(healthz|metrics)\/?(\?|$)/.test(url ?? '')
}

/** Refuses connections and requests over their bounds before any work is done; `countAnswer` counts these, which no hook sees. */
export function admitRequests(
  app: FastifyInstance,
  { config, log }: Context,
  countAnswer: (status: number) => void,
): void {
  const server = app.server as Server
  const isCrowding = boundConnections(server, config)
  const inFlight = boundInFlight(config.maxInFlight || Number.POSITIVE_INFINITY)
  const refuseCrowding = createRefusal(
    'too-many-connections',
    'There are too many connections from your network; try again in a moment.',
    {
      'retry-after': '2',
      connection: 'close',
    },
  )
  const sentence = 'The service is busy; try again in a moment.'
  const refuseBusy = createRefusal('busy', sentence, { 'retry-after': '2' })
  const refuseAndClose = createRefusal('busy', sentence, { 'retry-after': '2', connection: 'close' })
  const countRefused = countInTurn()
  const origins = new Set(config.corsOrigins)
  let untold = 0
  let toldAt = Number.NEGATIVE_INFINITY

  function tell(): void {
    untold++
    const now = performance.now()
    if (now < toldAt + tellEvery) return
    log.warn({ refused: untold }, 'too much to do: requests are refused before anything is done for them')
    untold = 0
    toldAt = now
  }
  function refuse(request: IncomingMessage, response: ServerResponse, answer: typeof refuseBusy): void {
    const { origin } = request.headers
    const known = origin !== undefined && origins.has(origin)
    answer(response, known ? allowToRead(origin) : {})
    countAnswer(503)
    tell()
  }

  // The framework offers no hook before its own work on a request, which is most of what a refusal would cost.
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeListener('request', serve)
  server.on('request', (request, response) => {
    if (isCrowding(request.socket) && !isProbe(request.url)) refuse(request, response, refuseCrowding)
    else if (inFlight.begin(request, response) || isProbe(request.url)) serve.call(server, request, response)
    // A turn reads all open connections but accepts one new: clients already connected would keep out new ones.
    else refuse(request, response, countRefused() > mostKept ? refuseAndClose : refuseBusy)
  })
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    inFlight.end(raw)
    done(null, payload)
  })
}

function countInTurn(): () => number {
  let count = 0
  return () => {
    if (count++ === 0)
      setImmediate(() => {
        count = 0
      })
    return count
  }
}

function allowToRead(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Origin',
  }
}
