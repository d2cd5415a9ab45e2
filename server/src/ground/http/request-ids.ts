import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'

/** What proxies and tracers write: never so long, or so odd, that it could break a line of the log. */
const sane = /^[\w.:+/=@-]{8,128}$/

/**
 * Names each request, for the log and for whoever asked. Where a trusted proxy gave it an id, that one is taken over, so
 * that it is the same in the lines of both; a client's own is not, since anybody could write another's.
 */
export function createRequestIds({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  // Of this process alone, and counted on: random bytes for each request would cost more than its route.
  const prefix = randomBytes(8).toString('hex')
  let count = 0
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && trustProxy !== false && sane.test(given)) {
      const from = socket.remoteAddress
      if (from !== undefined && trustProxy(from, 0)) return given
    }
    count++
    return `${prefix}-${count.toString(36)}`
  }
}
