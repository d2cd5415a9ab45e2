import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config/config.ts'
import { clientOf, siteOf, sitesShare } from './networks.ts'

/** A connection over the bound lives this long: enough to read one refusal, too short to wait with. */
const patience = 1_000

/** Trusted proxies are not bounded. Gives a test for connections to refuse; beyond twice the bound they are closed. */
export function boundConnections(
  server: Server,
  { connectionLimit, trustProxy }: Pick<Config, 'connectionLimit' | 'trustProxy'>,
): (socket: Socket) => boolean {
  if (connectionLimit === 0) return () => false
  const open = new Map<string, number>()
  const crowding = new WeakSet<Socket>()

  function enter(network: string): number {
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    return count
  }
  function leave(network: string): void {
    const count = (open.get(network) ?? 1) - 1
    if (count === 0) open.delete(network)
    else open.set(network, count)
  }

  server.on('connection', (socket: Socket) => {
    const from = socket.remoteAddress
    if (from === undefined || (trustProxy !== false && trustProxy(from, 0))) return
    const [client, site] = [clientOf(from), siteOf(from)]
    const ofClient = enter(client) / connectionLimit
    const ofSite = site === null ? 0 : enter(site) / (connectionLimit * sitesShare)
    socket.once('close', () => {
      leave(client)
      if (site !== null) leave(site)
    })
    const share = Math.max(ofClient, ofSite)
    if (share > 2) socket.destroy()
    else if (share > 1) {
      crowding.add(socket)
      const timer = setTimeout(() => socket.destroy(), patience).unref()
      socket.once('close', () => clearTimeout(timer))
    }
  })
  return socket => crowding.has(socket)
}
