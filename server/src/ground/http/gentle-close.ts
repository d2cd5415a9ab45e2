import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long, and how many bytes of it, the rest of a body is taken in after its request was answered. */
const patience = 5_000
const mostBytes = 64 * 1_048_576
const lookEvery = 100

const ending = new WeakSet<Socket>()

/**
 * A connection that is closed while its client still writes is reset, and the client may lose the answer that it was
 * sent. So the rest of a body that nobody wants is read and dropped, within bounds, and only our own side is closed.
 */
export function closeGently(server: Server): void {
  const uploads = new WeakMap<Socket, IncomingMessage>()

  server.on('connection', (socket: Socket) => {
    const destroySoon = socket.destroySoon
    // How node:http ends a connection once the last answer is written.
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
        // Nothing is left unread that would make this a reset.
        if (socket.writableEnded) socket.destroy()
      })
    })
  })
}

/** Writes the last bytes; reads on, and drops what it reads, until the client has closed its side too. */
export function endGently(socket: Socket, last?: string): void {
  if (ending.has(socket)) return
  ending.add(socket)
  if (last === undefined) socket.end()
  else socket.end(last)
  dropWhatComes(socket)
}

/** Whether it has had its last answer already, and only what the client still sends is waited for. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket)
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/** The parser has the bytes for itself, so they are not counted as they come, but looked at now and then. */
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
