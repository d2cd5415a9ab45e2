import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { BadRequestError } from '../errors.ts'
import { refuseSocket } from './raw-answers.ts'

/** `uri-host [ ":" port ]` of RFC 3986, or nothing at all, which a client without a host must send. */
const hostPattern = /^([\w.~!$&'()*+,;=-]|%[\da-f]{2})*(:\d*)?$|^\[[\da-f:.]+\](:\d*)?$/i

/** Refuses what node:http accepts against RFC 9112: other versions, and a Host that is missing, repeated, or no host. */
export function requireWellFormed(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    const problem = problemOf(raw)
    if (problem === null) return done()
    // Such a client may mean something else by the bytes that follow.
    reply.header('connection', 'close')
    done(new BadRequestError(problem, { code: 'malformed-request' }))
  })
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    refuseSocket(socket, 'malformed-request', 'This is no proxy: CONNECT is not known here.')
  })
}

function problemOf({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): string | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'The request must be HTTP/1.1 or HTTP/1.0.'
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no Host header.' : null
  if (!hostPattern.test(host)) return 'The Host header is not a host.'
  return countHosts(rawHeaders) > 1 ? 'The request has more than one Host header.' : null
}

/** Raw headers alternate names and values; node:http keeps a second Host nowhere else. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
