import { type AskedKey, type KeyRequest, type KeyScope, keyScopes } from '@furrow/sdk/contract'
import type { Config } from '../../ground/config/config.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Program } from './programs.ts'
import { hostOf, isAmong, isLoopback, withParameters } from './redirects.ts'

/** RFC 6749, section 4.1.2.1, and RFC 8707. */
type Problem = {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target'
  readonly text: string
}

/** Where the redirect is not the program's, nobody is sent there; other faults are told it. @throws BadRequestError */
export function readRequest(request: KeyRequest, program: Program, place: Place): AskedKey {
  const { redirect_uri: redirect, state } = request
  if (!isAmong(program.redirects, redirect))
    throw new BadRequestError('The program has not registered the address that the code would go to.', {
      code: 'redirect-unknown',
    })
  const problem = findProblem(request, place)
  return {
    name: program.name,
    host: program.host,
    redirectHost: hostOf(redirect),
    local: isLoopback(redirect),
    scopes: scopesOf(request),
    agent: request.resource === undefined || placesOf(place).mcp.includes(request.resource),
    problem: problem?.text ?? null,
    back: withParameters(redirect, {
      error: problem?.error ?? 'access_denied',
      error_description: problem?.text,
      state,
      iss: place.origin,
    }),
  }
}

export type Place = Pick<Config, 'basePath'> & { readonly origin: string }

function placesOf({ origin, basePath }: Place) {
  const both = (address: string) => [address, `${address}/`]
  return { mcp: both(`${origin}/mcp`), all: [`${origin}/mcp`, origin, `${origin}${basePath}`].flatMap(both) }
}

function findProblem(request: KeyRequest, place: Place): Problem | null {
  const { response_type, code_challenge, code_challenge_method, scope, resource } = request
  if (response_type !== 'code')
    return { error: 'unsupported_response_type', text: 'The program has to ask with response_type=code.' }
  if (code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(code_challenge ?? ''))
    return { error: 'invalid_request', text: 'The program has to ask with PKCE: code_challenge_method=S256.' }
  if (scope !== undefined && scope.trim() !== '' && scopesOf(request).length === 0)
    return { error: 'invalid_scope', text: 'The program asks for scopes that there are not here.' }
  if (resource !== undefined && !placesOf(place).all.includes(resource))
    return { error: 'invalid_target', text: 'The program asks for a key to another service than this one.' }
  return null
}

function scopesOf({ scope = '' }: KeyRequest): KeyScope[] {
  const asked = scope.split(' ')
  return (Object.keys(keyScopes) as KeyScope[]).filter(one => asked.includes(one))
}
