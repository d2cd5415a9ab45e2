import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createRefusal } from './raw-answers.ts'

/** After the port is closed: the time for requests to arrive, and for everything. */
const patience = { arriving: 3_000, all: 10_000 }
const parting = 1_000

export type Stopping = {
  readonly hasBegun: boolean
  /** Makes the service unready, and asks every client to reconnect. */
  begin(): void
  /** Registers an end for work that would last for as long as its client likes. */
  onBegin(end: () => void): void
  finish(): Promise<void>
}

const refuse = createRefusal('stopping', 'The service is stopping; try again in a moment.', {
  'retry-after': '5',
  connection: 'close',
})

export function stopGracefully(app: FastifyInstance): Stopping {
  const sockets = new Set<Socket>()
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  const endless: (() => void)[] = []
  let hasBegun = false

  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
    if (hasBegun) response.shouldKeepAlive = false
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (hasBegun) reply.header('connection', 'close')
    done(null, payload)
  })

  function cutArriving(): void {
    for (const socket of sockets) {
      const { request, response } = latest.get(socket) ?? {}
      if (request === undefined || response === undefined || response.writableFinished) socket.destroy()
      else if (!request.complete) {
        if (!response.headersSent) refuse(response)
        setTimeout(() => socket.destroy(), parting)
      }
    }
  }
  function cutAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  function begin(): void {
    if (hasBegun) return
    hasBegun = true
    for (const end of endless) end()
  }

  return {
    get hasBegun() {
      return hasBegun
    },
    begin,
    onBegin: end => void endless.push(end),
    async finish() {
      begin()
      const timers = [setTimeout(cutArriving, patience.arriving), setTimeout(cutAll, patience.all)]
      await app.close()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
