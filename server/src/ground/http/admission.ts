import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { boundConnections } from './connections.ts'
import { boundInFlight } from './in-flight.ts'
import { createRefusal } from './raw-answers.ts'

const tellEvery = 10_000
/** So many are refused in one turn of the event loop who may keep their connections. */
const mostKept = 50

/** Whoever looks after the service must see it just when it is busy. */
export function isProbe(url: string | undefined): boolean {
  return /^\/(healthz|metrics)\/?(\?|$)/.test(url ?? '')
}

/**
 * Refuses what is too much before anything is done for it: a connection too many from its network, or a request while
 * as many as can be answered soon are worked on already. Who is let in is answered in good time, and who is not knows at
 * once. `countAnswer` hears of what is refused, which no hook of the framework sees.
 */
export function admitRequests(
  app: FastifyInstance,
  { config, log }: Context,
  countAnswer: (status: number) => void,
): void {
  const server = app.server as Server
  const isCrowding = boundConnections(server, config)
  const inFlight = boundInFlight(config.maxInFlight || Number.POSITIVE_INFINITY)
  const refuseCrowding = createRefusal(
    503,
    'There are too many connections from your network; try again in a moment.',
    {
      'retry-after': '2',
      connection: 'close',
    },
  )
  const sentence = 'The service is busy; try again in a moment.'
  const refuseBusy = createRefusal(503, sentence, { 'retry-after': '2' })
  const refuseAndClose = createRefusal(503, sentence, { 'retry-after': '2', connection: 'close' })
  const countRefused = countInTurn()
  const origins = new Set(config.corsOrigins)
  let untold = 0
  let toldAt = Number.NEGATIVE_INFINITY

  /** Not a line for each: there may be thousands in a second. */
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

  // The framework has no place before its own work on a request, which is most of what a refusal would cost.
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeListener('request', serve)
  server.on('request', (request, response) => {
    if (isCrowding(request.socket) && !isProbe(request.url)) refuse(request, response, refuseCrowding)
    else if (inFlight.begin(request, response) || isProbe(request.url)) serve.call(server, request, response)
    // A turn takes in all that has arrived on every connection, and one new connection: who is there would keep out who comes.
    else refuse(request, response, countRefused() > mostKept ? refuseAndClose : refuseBusy)
  })
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    inFlight.end(raw)
    done(null, payload)
  })
}

/** How many there were in this turn of the event loop, with this one. */
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

/** The page of another origin that may call the interface may also read that it is to come again. */
function allowToRead(origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'retry-after',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Origin',
  }
}
