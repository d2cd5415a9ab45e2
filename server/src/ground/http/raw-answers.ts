import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@furrow/sdk/contract'
import { statusOf } from '../errors.ts'
import { endGently } from './gentle-close.ts'
import { securityHeaders } from './headers.ts'

type Headers = Readonly<Record<string, string>>

export function createRefusal(code: ErrorCode, error: string, more: Headers = {}) {
  const body = JSON.stringify({ error, code })
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...more,
  }
  return (response: ServerResponse, allowed: Headers = {}): void => {
    response.writeHead(statusOf(code), { ...headers, ...allowed }).end(body)
  }
}

export function refuseSocket(socket: Socket, code: ErrorCode, error: string): void {
  const body = JSON.stringify({ error, code })
  const head = [
    `HTTP/1.1 ${statusOf(code)} ${STATUS_CODES[statusOf(code)]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  endGently(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}
