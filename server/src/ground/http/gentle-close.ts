import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const patience = 5_000
const mostBytes = 64 * 1_048_576
const lookEvery = 100

const ending = new WeakSet<Socket>()

/** Closing while the client writes may lose the answer by a reset: so the rest is read and dropped, in bounds. */
export function closeGently(server: Server): void {
  const uploads = new WeakMap<Socket, IncomingMessage>()

  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon
    // node:http calls this after the last answer.
    socket.destroySoon = () => {
      if (uploads.get(socket)?.complete === false) endGently(socket)
      else destroySoon.call(socket)
    }
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const { socket } = request
    uploads.set(socket, request)
    response.once('finish', () => {
      if (request.complete) return
      const stop = dropWhatComes(socket)
      request.once('end', () => {
        stop()
        // All bytes are read, so destroying the socket sends no reset.
        if (socket.writableEnded) socket.destroy()
      })
    })
  })
}

export function endGently(socket: Socket, last?: string): void {
  if (ending.has(socket)) return
  ending.add(socket)
  if (last === undefined) socket.end()
  else socket.end(last)
  dropWhatComes(socket)
}

export function isEnding(socket: Socket): boolean {
  return ending.has(socket)
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** The parser consumes the bytes, so the count is checked at intervals. */
function dropWhatComes(socket: Socket): () => void {
  const until = performance.now() + patience
  const most = socket.bytesRead + mostBytes
  const timer = setInterval(() => {
    if (performance.now() > until || socket.bytesRead > most) socket.destroy()
  }, lookEvery).unref()
  function stop(): void {
    clearInterval(timer)
    socket.off('close', stop)
  }
  socket.once('close', stop)
  return stop
}
