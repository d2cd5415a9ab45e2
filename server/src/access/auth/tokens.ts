import { hash } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import type { LRUCache } from 'lru-cache'
import { type Address, toAddress } from '../../ground/address.ts'
import { hour, minute } from '../../ground/clock.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import type { Context } from '../../ground/context.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { keepLast } from '../../ground/kept-last.ts'
import { oneFor } from '../../ground/one-for.ts'

/** The kinds of token differ in `typ` and in `aud` (RFC 8725, sections 3.9 and 3.11): none passes for another. */
const kinds = {
  access: { typ: 'at+jwt', aud: 'furrow:access', lifetime: 24 * hour },
  nonce: { typ: 'nonce+jwt', aud: 'furrow:nonce', lifetime: 10 * minute },
  gas: { typ: 'gas+jwt', aud: 'furrow:gas', lifetime: 10 * minute },
} as const
type Kind = keyof typeof kinds

type Claims = {
  readonly sub: string
  readonly jti?: string
  readonly iat: number
  readonly exp: number
  readonly nbf?: number
  /** The generation of the address's sessions (generations.ts); older tokens without one count as the first, 0. */
  readonly gen?: number
  /** The session's id; tokens of versions that listed no sessions lack it. */
  readonly sid?: string
}

const skewSeconds = 60

export const sessionLifetime = kinds.access.lifetime
export const gasTokenLifetime = kinds.gas.lifetime

/** A token for that address, valid for 24 hours, or until its generation is over. */
export function createAccessToken(context: Context, address: Address, generation = 0, id?: string): string {
  return sign(context, 'access', {
    sub: address,
    ...(generation > 0 && { gen: generation }),
    ...(id !== undefined && { sid: id }),
  })
}

export type AccessClaims = {
  readonly id: string
  readonly address: Address
  readonly generation: number
  readonly expiresAt: number
}

/** A token that does not name its session is known by its digest. @throws UnauthorizedError */
export function readAccessToken(context: Context, token: string): AccessClaims {
  const { sub, gen = 0, exp, sid } = read(context, 'access', token)
  const id = sid ?? hash('sha256', token, 'hex').slice(0, 32)
  return { id, address: toAddress(sub), generation: gen, expiresAt: exp * 1_000 }
}

/** A token that binds a nonce to the address that asked for it, for ten minutes. */
export function createNonceToken(context: Context, address: Address, nonce: string): string {
  return sign(context, 'nonce', { sub: address, jti: nonce })
}

/** @throws UnauthorizedError */
export function readNonceToken(
  context: Context,
  token: string,
): { readonly address: Address; readonly nonce: string; readonly expiresAt: number } {
  const { sub, jti, exp } = read(context, 'nonce', token)
  return { address: toAddress(sub), nonce: jti ?? '', expiresAt: exp * 1_000 }
}

/** A token by which that wallet's provider asks for the gas of its transactions on the chain, for ten minutes. */
export function createGasToken(context: Context, address: Address, chainId: number): string {
  return sign(context, 'gas', { sub: address, jti: String(chainId) })
}

/** @throws UnauthorizedError */
export function readGasToken(
  context: Context,
  token: string,
): { readonly address: Address; readonly chainId: number } {
  const { sub, jti } = read(context, 'gas', token)
  return { address: toAddress(sub), chainId: Number(jti) }
}

function sign(
  { secrets, clock }: Context,
  kind: Kind,
  claims: { sub: string; jti?: string; gen?: number; sid?: string },
): string {
  const { aud, lifetime } = kinds[kind]
  const now = clock.now()
  const times = { iat: Math.floor(now / 1_000), exp: Math.floor((now + lifetime) / 1_000) }
  return keysOf(secrets)[kind].sign({ ...claims, aud, ...times })
}

function read({ secrets, clock }: Context, kind: Kind, token: string): Claims {
  const claims = verified(secrets, kind, token)
  if (!isWellFormed(claims)) throw new UnauthorizedError('The token is not valid.', { code: 'token-invalid' })
  const now = clock.now() / 1_000
  if (claims.exp <= now)
    throw new UnauthorizedError('The token has expired; sign in again.', { code: 'token-expired' })
  if (Math.max(claims.iat, claims.nbf ?? 0) > now + skewSeconds)
    throw new UnauthorizedError('The token is not valid.', { code: 'token-invalid' })
  return claims
}

/** A signature proves who made the claims, not their form: the secret may sign other things elsewhere. */
function isWellFormed({ sub, iat, exp, nbf = 0, gen = 0, sid = '' }: Claims): boolean {
  return (
    typeof sub === 'string' &&
    /^0x[0-9a-f]{40}$/.test(sub) &&
    [iat, exp, nbf, gen].every(Number.isFinite) &&
    typeof sid === 'string'
  )
}

function verified(secrets: Secrets, kind: Kind, token: string): Claims {
  const { verifiers, known } = keysOf(secrets)[kind]
  const digest = hash('sha256', token, 'base64')
  const before = known.get(digest)
  if (before !== undefined) return before
  for (const verify of verifiers) {
    try {
      const claims = verify(token)
      known.set(digest, claims)
      return claims
    } catch {
      // Signed with another of the secrets, or with none of them.
    }
  }
  throw new UnauthorizedError('The token is not valid.', { code: 'token-invalid' })
}

type Keys = {
  readonly [K in Kind]: {
    readonly sign: (claims: object) => string
    readonly verifiers: readonly ((token: string) => Claims)[]
    /** Claims of tokens with a verified signature, by digest: a session asks many times. Times are compared each time. */
    readonly known: LRUCache<string, Claims>
  }
}

const mostKnown = 2_000

/** Preparing a key costs more than using it: it is done once for each set of secrets. */
const keysOf = oneFor(
  (secrets: Secrets): Keys => ({
    access: keysFor(secrets, 'access'),
    nonce: keysFor(secrets, 'nonce'),
    gas: keysFor(secrets, 'gas'),
  }),
)

function keysFor({ signing }: Secrets, kind: Kind) {
  const { typ, aud } = kinds[kind]
  const [current] = signing
  const sign = createSigner({ key: current, algorithm: 'HS256', header: { typ, alg: 'HS256' } })
  const verifiers = signing.map(key =>
    // Times are compared by the context's clock, which tests move.
    createVerifier({
      key,
      algorithms: ['HS256'],
      allowedAud: aud,
      checkTyp: typ,
      requiredClaims: ['aud', 'sub', 'iat', 'exp'],
      ignoreExpiration: true,
      ignoreNotBefore: true,
      cache: false,
    }),
  )
  return { sign, verifiers, known: keepLast<string, Claims>(mostKnown) }
}
