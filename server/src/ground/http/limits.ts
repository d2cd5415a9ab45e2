import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { hour, minute } from '../clock.ts'
import type { Context } from '../context.ts'
import { BadRequestError, TooManyRequestsError, UnauthorizedError, UnavailableError } from '../errors.ts'
import { isProbe } from './admission.ts'
import { createAllowance } from './allowance.ts'
import { type EventLoopWatch, watchEventLoopDelay } from './event-loop-delay.ts'
import { clientOf, siteOf, sitesShare } from './networks.ts'

const maxGuesses = 30

export function limitRequests(app: FastifyInstance, context: Context): void {
  const { overloadMs, rateLimit } = context.config
  if (overloadMs > 0) refuseWhileLate(app, overloadMs)
  if (rateLimit === 0) return
  const limit = limitRate(context, rateLimit)
  app.addHook('onRequest', function (request, reply, done) {
    if (isProbe(request.url)) done()
    else limit.call(this, request, reply, done)
  })
}

/** Above this delay a queue has formed that would only grow. */
function refuseWhileLate(app: FastifyInstance, most: number): void {
  let watch: EventLoopWatch | null = null
  // The work of starting delays nobody any more.
  app.addHook('onListen', async () => {
    watch = watchEventLoopDelay()
  })
  app.addHook('onClose', async () => watch?.[Symbol.dispose]())
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (watch === null || watch.delay() <= most || isProbe(url)) done()
    else done(new UnavailableError('The service is busy; try again in a moment.', { code: 'busy' }))
  })
}

export function limitGuesses(context: Context): onRequestHookHandler {
  return limitRate(context, Math.min(maxGuesses, context.config.rateLimit || Number.POSITIVE_INFINITY))
}

/** Synchronous, since every request passes it. */
function limitRate(context: Context, max: number): onRequestHookHandler {
  const shares = createShares(context, max)
  return ({ ip }, _reply, done) => {
    const wait = shares.take(ip)
    if (wait === null) done()
    else done(new TooManyRequestsError(wait))
  }
}

/** Per hour and network, eight times that per /48, in this process. @throws TooManyRequestsError with the sentence */
export function limitUse(
  context: Pick<Context, 'clock'>,
  max: number,
  sentence: string,
): (ip: string) => void {
  const shares = createShares(context, max, hour)
  return ip => {
    const wait = shares.take(ip)
    if (wait !== null) throw new TooManyRequestsError(wait, `${sentence} Try again in ${wait} seconds.`)
  }
}

/** Runs a network's attempt, unless too many of its attempts failed in this minute. */
export type Attempts = <T>(ip: string, attempt: () => Promise<T>) => Promise<T>

/** Per minute and network; 0 is no limit. Only faults count (400, 401): many of a network may sign in at once. */
export function limitFailures(context: Pick<Context, 'clock'>, max: number, sentence: string): Attempts {
  if (max === 0) return (_ip, attempt) => attempt()
  const failures = createShares(context, max)
  return async (ip, attempt) => {
    const wait = failures.wait(ip)
    if (wait !== null)
      throw new TooManyRequestsError(wait, `${sentence} Try again in ${wait} seconds.`, {
        code: 'too-many-failures',
      })
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof BadRequestError || error instanceof UnauthorizedError) failures.take(ip)
      throw error
    }
  }
}

function createShares(context: Pick<Context, 'clock'>, max: number, period = minute) {
  const allowance = createAllowance(context, max, period)
  function wait(ip: string): number | null {
    const site = siteOf(ip)
    return (site === null ? null : allowance.wait(site, max * sitesShare)) ?? allowance.wait(clientOf(ip))
  }
  return {
    wait,
    /** As `wait`, and spends one. A network over its bound spends nothing of its site's. */
    take(ip: string): number | null {
      const seconds = wait(ip)
      if (seconds !== null) return seconds
      const site = siteOf(ip)
      if (site !== null) allowance.take(site, max * sitesShare)
      return allowance.take(clientOf(ip))
    },
  }
}
