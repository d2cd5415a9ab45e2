import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type TcpProxy = {
  /** The URL, by way of the proxy. */
  through(url: string): string
  /** From here on nothing goes through the open connections, in either direction, and none is closed. */
  silence(): void
  /** The number of connections made. */
  readonly opened: () => number
}

/** Stands between the service and its database, and can be as silent as a firewall that forgot a connection. */
export async function startTcpProxy(target: string, port = 0): Promise<TcpProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let opened = 0
  const server = createServer(socket => {
    opened++
    const other = connect(Number(targetPort || 5432), hostname)
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(from)
      from.on('data', chunk => {
        if (sockets.has(from)) to.write(chunk)
      })
      from.on('close', () => {
        if (sockets.has(from)) to.destroy()
      })
      from.on('error', () => {})
    }
    onEnd.push(() => {
      socket.destroy()
      other.destroy()
    })
  })
  const onEnd: (() => void)[] = []
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const end of onEnd) end()
    server.close()
  })
  return {
    through(url) {
      const changed = new URL(url)
      changed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
      return changed.href
    },
    silence: () => sockets.clear(),
    opened: () => opened,
  }
}
