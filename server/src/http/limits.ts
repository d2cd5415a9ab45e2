import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { minute } from '../clock.ts'
import type { Context } from '../context.ts'
import { TooManyRequestsError, UnavailableError } from '../errors.ts'
import { isProbe } from './admission.ts'
import { createAllowance } from './allowance.ts'
import { clientOf, siteOf, sitesShare } from './networks.ts'

const maxGuesses = 30
const sampleInterval = 500

/** Requests a minute from one network address; and none at all while the process cannot keep up. */
export async function limitRequests(app: FastifyInstance, context: Context): Promise<void> {
  const { overloadMs, rateLimit } = context.config
  // What a process does to start is in its first samples, and keeps nobody waiting any more.
  let startedAt = Number.NEGATIVE_INFINITY
  app.addHook('onListen', async () => {
    startedAt = performance.now()
  })
  // Beyond this, a queue has formed that would only grow.
  await app.register(underPressure, {
    maxEventLoopDelay: overloadMs,
    sampleInterval,
    retryAfter: 2,
    exposeStatusRoute: false,
    pressureHandler: ({ url }) => {
      if (isProbe(url) || performance.now() < startedAt + 2 * sampleInterval) return
      throw new UnavailableError('The service is busy; try again in a moment.')
    },
  })
  if (rateLimit === 0) return
  const limit = limitRate(context, rateLimit)
  app.addHook('onRequest', function (request, reply, done) {
    if (isProbe(request.url)) done()
    else limit.call(this, request, reply, done)
  })
}

/** For answers that somebody could try to guess: fewer a minute than elsewhere. */
export function limitGuesses(context: Context): onRequestHookHandler {
  return limitRate(context, Math.min(maxGuesses, context.config.rateLimit || Number.POSITIVE_INFINITY))
}

/** So many requests in each minute from one network address: a hook that waits for nothing, since every request passes it. */
function limitRate(context: Context, max: number): onRequestHookHandler {
  const allowance = createAllowance(context, max, minute)
  return ({ ip }, _reply, done) => {
    const site = siteOf(ip)
    // A site over its bound makes no further entries, whichever of its networks it asks from.
    const wait =
      (site === null ? null : allowance.take(site, max * sitesShare)) ?? allowance.take(clientOf(ip))
    if (wait === null) done()
    else done(new TooManyRequestsError(wait))
  }
}
