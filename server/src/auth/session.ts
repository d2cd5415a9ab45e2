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
    const token = readBearer(request)
    if (token === null) throw new UnauthorizedError('This needs a token: Authorization: Bearer <token>.')
    request.caller = readAccessToken(context, token)
  }
  return { onRequest, config: { needsSession: true } }
}

/** Who is asking, where nobody needs to say so: a token that is not valid any more is as none. */
export function findCaller(context: Context, request: FastifyRequest): Address | null {
  const token = findBearer(request)
  return token === null ? null : whereValid(() => readAccessToken(context, token))
}

/** The token that a request carries, whoever issued it, where it needs none: what cannot be read is as none. */
export function findBearer(request: FastifyRequest): string | null {
  return whereValid(() => readBearer(request))
}

function whereValid<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnauthorizedError) return null
    throw error
  }
}

/**
 * The token that a request carries; null where it carries none.
 * @throws UnauthorizedError where the header cannot be read.
 */
function readBearer(request: FastifyRequest): string | null {
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
