import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { KeyRequest, NewApiKey } from '@furrow/sdk/contract'
import { type AgreedKey, keepKey, requireRoom, revokeKey } from '../../access/auth/api-keys.ts'
import { useNonce } from '../../access/auth/used-nonces.ts'
import { requireUnfrozen } from '../../access/restraints/frozen.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError, NotFoundError, UnauthorizedError } from '../../ground/errors.ts'
import { openCode, sealCode } from './keys.ts'

const lifetime = 2 * minute

/** The terms that a wallet signed, and the program that may have the key: sealed, so that a code costs no row. */
type Code = {
  readonly nonce: string
  readonly agreed: AgreedKey
  readonly bound: string
  readonly challenge: string
  readonly resource: string | null
  readonly expiresAt: number
}

export function makeCode({ clock, secrets }: Context, request: KeyRequest, agreed: AgreedKey): string {
  const { client_id, redirect_uri, code_challenge = '', resource = null } = request
  const code: Code = {
    nonce: randomBytes(16).toString('hex'),
    agreed,
    bound: digest(`${client_id}\n${redirect_uri}`),
    challenge: code_challenge,
    resource,
    expiresAt: clock.now() + lifetime,
  }
  return sealCode(secrets, JSON.stringify(code))
}

export type Redemption = {
  readonly code: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly code_verifier: string
  readonly resource?: string
}

export class GrantError extends Error {
  readonly error: 'invalid_grant' | 'invalid_target'
  constructor(message: string, error: GrantError['error'] = 'invalid_grant') {
    super(message)
    this.error = error
  }
}

/** Makes the key; once, whatever process is asked. @throws GrantError */
export async function redeem(
  context: Context,
  given: Redemption,
): Promise<NewApiKey & { agreed: AgreedKey }> {
  const code = read(context, given)
  const { agreed, nonce, expiresAt } = code
  // Made from the code alone, so that a key whose code comes again is found, and ended.
  const id = digest(nonce).slice(0, 16)
  try {
    await useNonce(context, { nonce: `code-${nonce}`, expiresAt })
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    await revokeKey(context, agreed.address, id).catch(ignoreMissing)
    throw new GrantError('The code was used before; the key that it gave is ended.')
  }
  try {
    await requireUnfrozen(context.db, agreed.address)
    await requireRoom(context, agreed.address)
  } catch (error) {
    throw error instanceof HttpError ? new GrantError(error.message) : error
  }
  return { ...(await keepKey(context, agreed, id)), agreed }
}

function read({ clock, secrets }: Context, given: Redemption): Code {
  const text = openCode(secrets, given.code)
  if (text === null) throw new GrantError('The code is none of this service.')
  const code = JSON.parse(text) as Code
  if (code.expiresAt <= clock.now()) throw new GrantError('The code is older than two minutes.')
  if (!equals(code.bound, digest(`${given.client_id}\n${given.redirect_uri}`)))
    throw new GrantError('The code was given to another program, or for another redirect URI.')
  const challenge = createHash('sha256').update(given.code_verifier).digest('base64url')
  if (!equals(code.challenge, challenge))
    throw new GrantError('The code_verifier is not that of the request.')
  if (given.resource !== undefined && given.resource !== code.resource)
    throw new GrantError('The code was asked for another resource.', 'invalid_target')
  return code
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

function equals(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
