import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { minute } from '../clock.ts'
import type { Context } from '../context.ts'
import { TooManyRequestsError, UnavailableError } from '../errors.ts'

const maxGuesses = 30

/** Requests a minute from one network address; and none at all while the process cannot keep up. */
export async function limitRequests(app: FastifyInstance, context: Context): Promise<void> {
  const { overloadMs, rateLimit } = context.config
  // Beyond this, a queue has formed that would only grow.
  await app.register(underPressure, {
    maxEventLoopDelay: overloadMs,
    sampleInterval: 500,
    retryAfter: 2,
    exposeStatusRoute: false,
    pressureHandler: () => {
      throw new UnavailableError('The service is busy; try again in a moment.')
    },
  })
  if (rateLimit > 0) app.addHook('onRequest', limitRate(context, rateLimit))
}

/** For answers that somebody could try to guess: fewer a minute than elsewhere. */
export function limitGuesses(context: Context): onRequestHookHandler {
  return limitRate(context, Math.min(maxGuesses, context.config.rateLimit || Number.POSITIVE_INFINITY))
}

/**
 * So many requests in each minute from one network address. Counted in this process alone, in a map that is dropped
 * every minute: a hook that waits for nothing, since every request passes it.
 */
function limitRate({ clock }: Context, max: number): onRequestHookHandler {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (request, _reply, done) => {
    const now = clock.now()
    if (now >= endsAt) {
      counts = new Map()
      endsAt = now + minute
    }
    const from = networkOf(request.ip)
    const count = (counts.get(from) ?? 0) + 1
    counts.set(from, count)
    if (count > max) done(new TooManyRequestsError(Math.ceil((endsAt - now) / 1_000)))
    else done()
  }
}

/**
 * An IPv6 customer has at least a /64, and could take each request from another address of it. A client that has gone
 * away already has no address.
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined || !ip.includes(':') || ip.includes('.')) return ip ?? ''
  const [before = [], after = []] = ip.split('::').map(part => part.split(':').filter(group => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
