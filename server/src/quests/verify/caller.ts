import type { JSONWebKeySet } from 'jose'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnauthorizedError, UnavailableError } from '../../ground/errors.ts'

export type Caller =
  | { readonly kind: 'job'; readonly repositoryId: string; readonly repository: string | null }
  | { readonly kind: 'token'; readonly token: string }

const events = ['pull_request', 'pull_request_target', 'merge_request_event', 'push']

/** Ignores a session's token; a CI job's token claims something, and must be right. @throws UnauthorizedError */
export async function readCaller(
  context: Context,
  host: CodeHost,
  token: string | null,
): Promise<Caller | null> {
  if (token === null) return null
  const algorithm = readAlgorithm(token)
  if (algorithm === null) return { kind: 'token', token }
  if (algorithm.startsWith('HS')) return null
  return readJob(context, host, token)
}

/** null for a token that is no JWT. */
function readAlgorithm(token: string): string | null {
  const parts = token.split('.')
  if (parts.length !== 3) return null
  try {
    const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString())
    const { alg } = header as { alg?: unknown }
    return typeof alg === 'string' ? alg : null
  } catch {
    return null
  }
}

const keysOf = new WeakMap<CodeHost, { readonly at: number; readonly keys: JSONWebKeySet }>()

/** Asked for once a minute at most, however many tokens need them. */
async function readKeys({ clock }: Context, host: CodeHost): Promise<JSONWebKeySet> {
  const now = clock.now()
  const known = keysOf.get(host)
  if (known !== undefined && Math.abs(now - known.at) < minute) return known.keys
  const keys = (await host.readKeys()) as JSONWebKeySet
  keysOf.set(host, { at: now, keys })
  return keys
}

async function readJob(context: Context, host: CodeHost, token: string): Promise<Caller> {
  const { config, clock } = context
  const { createLocalJWKSet, errors, jwtVerify } = await import('jose')
  try {
    const keys = createLocalJWKSet(await readKeys(context, host))
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      issuer: host.issuer,
      audience: config.codehost?.oidcAudience ?? 'furrow',
      requiredClaims: ['exp'],
      clockTolerance: 30,
      currentDate: new Date(clock.now()),
    })
    const event = payload.event_name ?? payload.pipeline_source
    const repositoryId = payload.repository_id ?? payload.project_id
    if (typeof event !== 'string' || !events.includes(event) || repositoryId === undefined)
      throw new UnauthorizedError('The token is not of a job that a merged pull request started.', {
        code: 'job-token-invalid',
      })
    const repository = payload.repository ?? payload.project_path
    return {
      kind: 'job',
      repositoryId: String(repositoryId),
      repository: typeof repository === 'string' ? repository : null,
    }
  } catch (error) {
    if (error instanceof errors.JWKSInvalid)
      throw new UnavailableError('The code host shows no keys of its jobs.', { code: 'codehost-unavailable' })
    if (error instanceof errors.JOSEError)
      throw new UnauthorizedError(
        `The token is not a valid one of a CI job of this service's code host, made for "${config.codehost?.oidcAudience}".`,
        { code: 'job-token-invalid' },
      )
    throw error
  }
}
