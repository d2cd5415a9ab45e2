import type { KeyScope } from '@furrow/sdk/contract'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError, UnauthorizedError } from '../../ground/errors.ts'
import { isKey, readKey } from './api-keys.ts'
import { requireCurrent } from './generations.ts'
import type { Held } from './held.ts'
import { noteSessionUse } from './session-uses.ts'
import { readAccessToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    needsSession?: boolean
    maySession?: boolean
    scopes?: readonly KeyScope[]
  }
  interface FastifyRequest {
    /** The answer depends on the caller: it must not be cached on the way. */
    asksWho?: boolean
    /** The scopes of the API key; undefined for a session, which may do everything. */
    scopes?: readonly KeyScope[]
    isAgent?: boolean
    /** The caller's session or key, for work that outlasts the request. */
    held?: Held
  }
}

/** Options of a route that needs a token. An API key passes with one of the scopes; without any scopes, no key passes. */
export function session(context: Context, ...scopes: readonly KeyScope[]) {
  const onRequest: onRequestAsyncHookHandler = async request => {
    request.asksWho = true
    const token = readBearer(request)
    if (token === null)
      throw new UnauthorizedError('This needs a token: Authorization: Bearer <token>.', {
        code: 'token-missing',
      })
    await admit(context, request, token)
    requireScope(request, ...scopes)
  }
  return { onRequest, config: { needsSession: true, scopes } }
}

/** The same for a route open to visitors: without a token the caller is a visitor; an invalid token is refused. */
export function sessionOrNone(context: Context, ...scopes: readonly KeyScope[]) {
  const { onRequest, config } = session(context, ...scopes)
  const admitAny: onRequestAsyncHookHandler = async function (request, reply) {
    if (request.headers.authorization !== undefined) await onRequest.call(this, request, reply)
  }
  return { onRequest: admitAny, config: { ...config, needsSession: false } }
}

/**
 * The same for a route with a public answer that depends on the caller where there is one: an invalid token counts as
 * none. The token is read as early as elsewhere, so that a frozen wallet is known here too.
 */
export function sessionIfValid(context: Context) {
  const onRequest: onRequestAsyncHookHandler = async request => {
    await findCaller(context, request)
  }
  return { onRequest, config: { maySession: true } }
}

/** Reads the caller of a request that brings a token, whatever its scopes. @throws UnauthorizedError */
export async function admitHolder(context: Context, request: FastifyRequest): Promise<void> {
  request.asksWho = true
  const token = readBearer(request)
  if (token !== null) await admit(context, request, token)
}

/** For a part of a route, where the caller came with an API key. @throws ForbiddenError */
export function requireScope({ scopes: has }: FastifyRequest, ...scopes: readonly KeyScope[]): void {
  if (has === undefined || scopes.some(scope => has.includes(scope))) return
  if (scopes.length === 0)
    throw new ForbiddenError('An API key cannot do this: sign in with the wallet.', {
      code: 'key-not-allowed',
    })
  throw new ForbiddenError(`This API key cannot do this: it lacks the scope ${scopes.join(' or ')}.`, {
    code: 'scope-missing',
  })
}

export const viaOf = ({ isAgent }: FastifyRequest): 'agent' | null => (isAgent === true ? 'agent' : null)

/** @throws UnauthorizedError where it is no token, or has ended; an outage's error where the database cannot say. */
async function admit(context: Context, request: FastifyRequest, token: string): Promise<void> {
  if (isKey(token)) {
    const { id, address, scopes, agent } = await readKey(context, token)
    request.caller = address
    request.scopes = scopes
    request.isAgent = agent
    request.held = { kind: 'key', address, id }
    return
  }
  const claims = readAccessToken(context, token)
  await requireCurrent(context, claims)
  noteSessionUse(context, claims.id)
  request.caller = claims.address
  request.held = { kind: 'session', ...claims }
}

/** The caller of a route that needs none: an expired or unsuitable token counts as none. */
export async function findCaller(
  context: Context,
  request: FastifyRequest,
  ...scopes: readonly KeyScope[]
): Promise<Address | null> {
  request.asksWho = true
  const token = findBearer(request)
  if (token === null) return null
  try {
    await admit(context, request, token)
    requireScope(request, ...scopes)
    return request.caller
  } catch (error) {
    if (error instanceof UnauthorizedError || error instanceof ForbiddenError) return null
    throw error
  }
}

/** The bearer token of any issuer, on a route that needs none: an unreadable header counts as none. */
export function findBearer(request: FastifyRequest): string | null {
  try {
    return readBearer(request)
  } catch (error) {
    if (error instanceof UnauthorizedError) return null
    throw error
  }
}

/** @throws UnauthorizedError where the header cannot be read. */
function readBearer(request: FastifyRequest): string | null {
  const { authorization } = request.headers
  if (authorization === undefined) return null
  if (countAuthorizations(request.raw.rawHeaders) > 1)
    throw new UnauthorizedError('The request has more than one Authorization header.', {
      code: 'token-malformed',
    })
  const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(authorization) ?? []
  if (token === undefined)
    throw new UnauthorizedError('The Authorization header must be: Bearer <token>.', {
      code: 'token-malformed',
    })
  return token
}

/** Node keeps the first header and silently drops the others. */
function countAuthorizations(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'authorization') count++
  return count
}
