import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import { UnauthorizedError } from '../errors.ts'
import { readAccessToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the OpenAPI document. */
    needsSession?: boolean
  }
  interface FastifyRequest {
    /** Who is asking, in the routes that need a session. */
    caller: Address
  }
}

/** The options of a route that needs a token. */
export function session(context: Context) {
  const onRequest: onRequestAsyncHookHandler = async request => {
    const caller = readSession(context, request)
    if (caller === null) throw new UnauthorizedError('This needs a token: Authorization: Bearer <token>.')
    request.caller = caller
  }
  return { onRequest, config: { needsSession: true } }
}

/**
 * The address that the request's token names; null where it carries none.
 * @throws UnauthorizedError for a token that is not valid.
 */
export function readSession(context: Context, request: FastifyRequest): Address | null {
  const token = readBearer(request)
  return token === null ? null : readAccessToken(context, token)
}

/**
 * The token that a request carries, whoever issued it.
 * @throws UnauthorizedError where the header cannot be read.
 */
export function readBearer(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  if (authorization === undefined) return null
  if (countAuthorizations(request.raw.rawHeaders) > 1)
    throw new UnauthorizedError('The request has more than one Authorization header.')
  const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? []
  if (token === undefined) throw new UnauthorizedError('The Authorization header must be: Bearer <token>.')
  return token
}

/** Node keeps the first one and drops the others silently. */
function countAuthorizations(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'authorization') count++
  return count
}
