import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { endGently } from './gentle-close.ts'
import { securityHeaders } from './headers.ts'

type Headers = Readonly<Record<string, string>>

/** Prepares the answer once, so that each costs next to nothing. */
export function createRefusal(status: number, error: string, more: Headers = {}) {
  const body = JSON.stringify({ error })
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...more,
  }
  return (response: ServerResponse, allowed: Headers = {}): void => {
    response.writeHead(status, { ...headers, ...allowed }).end(body)
  }
}

/** The same for a connection without a request to answer; closes it. */
export function refuseSocket(socket: Socket, status: number, error: string): void {
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  endGently(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}
