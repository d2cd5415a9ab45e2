import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export function digestOfBody(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Sets the ETag. Where the client has that already, answers 304 and returns true. */
export function sendUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  if (!matches(request.headers['if-none-match'], etag)) return false
  reply.code(304).send()
  return true
}

/** `If-None-Match` (RFC 9110, section 13.1.2): a list, compared weakly. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header === etag || header.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
