import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'

/** The ids of common proxies and tracers: too short and too plain to break a line of the log. */
const sane = /^[\w.:+/=@-]{8,128}$/

/** Keeps a trusted proxy's id, so that both logs share it; a client's own is not kept, since anybody could send another's. */
export function createRequestIds({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  // Per process, and counted up: random bytes for each request would cost more than its route.
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
