import { keyScopes } from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteAccess } from '../../access/audit-trail/access.ts'
import { networkOf } from '../../access/audit-trail/refusals.ts'
import { endOwnKey } from '../../access/auth/api-keys.ts'
import { HttpError } from '../../ground/errors.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { placeOf } from '../mcp/challenge.ts'
import { GrantError, type Redemption, redeem } from './codes.ts'
import { registerProgram } from './programs.ts'

const hidden = { schema: { hide: true }, bodyLimit: 16 * 1_024 }
const form = 'application/x-www-form-urlencoded'

/** The protocol's own addresses, in its own words (RFC 8414, 7591, 6749, 7009): the token is an API key as any other. */
export const oauthRoutes: Routes = async (app, { context }) => {
  const { config } = context
  // Without a prefix there is no page to ask the person.
  if (config.basePath === '') return
  app.addContentTypeParser(form, { parseAs: 'string' }, async (_request: unknown, text: string) =>
    Object.fromEntries(new URLSearchParams(text)),
  )

  app.get('/.well-known/oauth-authorization-server', hidden, async (request, reply) => {
    const origin = placeOf(request, config)
    reply.headers({ ...anyOrigin, 'cache-control': 'public, max-age=300' })
    return describeServer(origin)
  })

  app.post('/oauth/register', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { client_name, redirect_uris } = (request.body ?? {}) as Record<string, unknown>
    try {
      const { id, name, redirects } = registerProgram(context, client_name, redirect_uris)
      return await reply.code(201).send({
        client_id: id,
        client_id_issued_at: Math.floor(context.clock.now() / 1_000),
        client_name: name,
        redirect_uris: redirects,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return refuse(reply, 'invalid_redirect_uri', error.message)
    }
  })

  app.post('/oauth/token', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const given = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (given.grant_type !== 'authorization_code')
      return refuse(reply, 'unsupported_grant_type', 'grant_type is authorization_code.')
    const redemption = readRedemption(given)
    if (redemption === null)
      return refuse(
        reply,
        'invalid_request',
        'A code is changed with code, client_id, redirect_uri and code_verifier (PKCE, 43 to 128 characters).',
      )
    try {
      return await giveKey(request, redemption)
    } catch (error) {
      if (!(error instanceof GrantError)) throw error
      return refuse(reply, error.error, error.message)
    }
  })

  // The key is the proof: a client here has no secret. An answer that told a good key from a bad one would help to guess.
  app.post('/oauth/revoke', hidden, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { token } = (request.body ?? {}) as Readonly<Record<string, unknown>>
    if (typeof token !== 'string' || token === '')
      return refuse(reply, 'invalid_request', 'token is the key that is to end.')
    const ended = await endOwnKey(context, token)
    if (ended !== null) {
      const about = { key: ended.id, network: networkOf(context, request) }
      noteAccess(context, { kind: 'key-revoked', actor: ended.address, about })
    }
    return reply.code(200).send()
  })

  async function giveKey(request: FastifyRequest, redemption: Redemption) {
    const { agreed, key, id, scopes } = await redeem(context, redemption)
    const about = { key: id, scopes: scopes.join(' '), network: networkOf(context, request) }
    noteAccess(context, { kind: 'key-made', actor: agreed.address, about })
    return {
      access_token: key,
      token_type: 'Bearer',
      expires_in: Math.floor(agreed.lifetime / 1_000),
      scope: scopes.join(' '),
    }
  }
}

/** The metadata of RFC 8414. */
function describeServer(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: ['none'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: Object.keys(keyScopes),
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${origin}/docs/agents`,
  }
}

function readRedemption(given: Readonly<Record<string, unknown>>): Redemption | null {
  const { code, client_id, redirect_uri, code_verifier, resource } = given
  const texts = [code, client_id, redirect_uri, code_verifier]
  if (!texts.every(text => typeof text === 'string') || !/^[\w.~-]{43,128}$/.test(String(code_verifier)))
    return null
  if (resource !== undefined && typeof resource !== 'string') return null
  return given as Redemption
}

function refuse(reply: FastifyReply, error: string, description: string): FastifyReply {
  return reply.code(400).send({ error, error_description: description })
}
