import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Nonce, Session } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, UnauthorizedError } from '../../ground/errors.ts'
import { type SignInFrom, signInsOf } from './attempts.ts'
import { bindToChain } from './bindings.ts'
import { withFewFailures } from './failed-nonces.ts'
import { readGeneration } from './generations.ts'
import type { SignInMessage } from './plain-message.ts'
import { keepSession } from './sessions.ts'
import { parseSignInMessage, requireInTime, requireOurDomain } from './sign-in-message.ts'
import { requireSigner } from './signer.ts'
import { createAccessToken, createNonceToken, readNonceToken } from './tokens.ts'
import { useNonce } from './used-nonces.ts'
import { keepWalletSession, type Taken } from './wallet-sessions.ts'

/** Nothing is stored for a nonce: a flood of them costs no space. */
export function createNonce(context: Context, address: Address): Nonce {
  const nonce = randomBytes(16).toString('hex')
  return { nonce, nonceToken: createNonceToken(context, address, nonce) }
}

/** `network` is a digest of where the request came from. @throws what `takeSigned` does; TooManyRequestsError for a network. */
export async function signIn(context: Context, request: SignInFrom, network: string): Promise<Session> {
  const { address, generation, taken } = await takeSigned(context, request, () =>
    signInsOf(context)(request.ip),
  )
  const id = randomBytes(16).toString('hex')
  if (taken !== null) await keepWalletSession(context, taken, { id })
  await keepSession(context, { id, address, generation, way: taken === null ? 'key' : 'wallet', network })
  return { token: createAccessToken(context, address, generation, id) }
}

export type Signed<Looked = unknown> = {
  readonly address: Address
  readonly generation: number
  readonly looked: Looked
  /** The accepted signature of a smart wallet; null for a key's. */
  readonly taken: Taken | null
}

/**
 * Checks a message's nonce and signature, which is cheap, before its words, whose grammar can be costly. The nonce is
 * used up after all other checks and `look`, or after several failures by its holder: no stranger can burn it. The
 * database lets one of several requests with it through.
 * @throws BadRequestError for no message; UnauthorizedError for what does not fit; UnavailableError where a smart
 * wallet's chain cannot be asked; TooManyRequestsError for too many sessions.
 */
export async function takeSigned<Looked>(
  context: Context,
  request: SignInFrom,
  look: (message: SignInMessage, address: Address) => Looked | Promise<Looked>,
): Promise<Signed<Looked>> {
  const { clock, config } = context
  const address = toAddress(request.address)
  const ticket = readNonceToken(context, request.nonceToken)
  if (ticket.nonce !== request.nonce) throw new UnauthorizedError(otherNonce, { code: 'nonce-mismatch' })
  if (ticket.address !== address) throw new UnauthorizedError(otherAddress, { code: 'address-mismatch' })

  const { looked, taken } = await withFewFailures(context, ticket, async () => {
    requireNonceIn(request.message, ticket.nonce)
    const taken = await requireSigner(context, address, request)
    const message = parseSignInMessage(request.message)
    if (message.nonce !== ticket.nonce) throw new UnauthorizedError(otherNonce, { code: 'nonce-mismatch' })
    if (toAddress(message.address) !== address)
      throw new UnauthorizedError(otherAddress, { code: 'address-mismatch' })
    requireOurDomain(message, config.siweDomains)
    requireInTime(message, clock.now())
    return { looked: await look(message, address), taken }
  })

  await useNonce(context, ticket)
  if (taken !== null && taken.binding !== null) await bindToChain(context, taken.binding)
  // Read before the session is kept: a revocation in between ends this session too.
  const generation = await readGeneration(context.db, address)
  return { address, generation, looked, taken }
}

/**
 * Requires a fresh signature of a sentence that its signer could read, for acts where no token is enough. `before` runs
 * while the signature can still be used again. @throws what `takeSigned` does; ForbiddenError for another address.
 */
export async function requireSignedSentence(
  context: Context,
  caller: Address,
  request: SignInFrom,
  sentence: string,
  before: () => Promise<void>,
): Promise<void> {
  if (toAddress(request.address) !== caller)
    throw new ForbiddenError('You can sign for your own address only.', { code: 'own-address-only' })
  await takeSigned(context, request, ({ statement }) => {
    if (statement !== sentence)
      throw new UnauthorizedError(`The statement of the message must be: ${sentence}`, {
        code: 'statement-mismatch',
      })
    return before()
  })
}

const otherNonce = 'The nonce of the request, its token and the message differ.'
const otherAddress = 'The address of the request, its token and the message differ.'

/** A cheap check before anything is hashed or parsed. */
function requireNonceIn(message: string, nonce: string): void {
  if (message.includes(`\nNonce: ${nonce}\n`)) return
  if (message.includes('\nNonce: ')) throw new UnauthorizedError(otherNonce, { code: 'nonce-mismatch' })
  throw new BadRequestError('The message is not a sign-in message (EIP-4361): it has no nonce.', {
    code: 'message-malformed',
  })
}

/** Compares with every configured code, in constant time. */
export function isBetaCode({ config }: Context, code: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const given = digest(code)
  return config.betaCodes.map(known => timingSafeEqual(digest(known), given)).includes(true)
}
