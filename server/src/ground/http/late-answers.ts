import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createRefusal } from './raw-answers.ts'

const refuse = createRefusal('too-slow', 'This takes too long right now; try again in a moment.', {
  'retry-after': '5',
  connection: 'close',
})

/** Answers a waiting client before its connection is closed for having been idle too long. */
export function answerLate(server: Server): void {
  const latest = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  server.prependListener('request', (request, response) => {
    latest.set(request.socket, { request, response })
  })
  // Without a listener, node:http closes the connection without a word.
  server.on('timeout', socket => {
    const { request, response } = latest.get(socket) ?? {}
    if (request?.complete && response !== undefined && !response.headersSent) refuse(response)
    else socket.destroy()
  })
}
