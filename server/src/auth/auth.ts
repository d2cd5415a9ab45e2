import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Nonce, Session, SignIn } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../address.ts'
import type { Context } from '../context.ts'
import { BadRequestError, UnauthorizedError } from '../errors.ts'
import { parseSignInMessage, requireInTime, requireOurDomain } from './sign-in-message.ts'
import { requireSigner } from './signer.ts'
import { createAccessToken, createNonceToken, readNonceToken } from './tokens.ts'
import { useNonce } from './used-nonces.ts'

/** A nonce for that address. Nothing is stored for it: a flood of these costs no space. */
export function createNonce(context: Context, address: Address): Nonce {
  const nonce = randomBytes(16).toString('hex')
  return { nonce, nonceToken: createNonceToken(context, address, nonce) }
}

/**
 * Signs in with a signed message (EIP-4361). The cheap checks come first: nothing is parsed for who has no nonce of this
 * service. The nonce is used up last, after all other checks, so that a stranger cannot burn another's; of many requests
 * with the same one, the database lets one through.
 * @throws BadRequestError for a message that is none; UnauthorizedError for anything that does not fit together;
 *   UnavailableError where a smart wallet's chain cannot be asked.
 */
export async function signIn(context: Context, request: SignIn): Promise<Session> {
  const { clock, config } = context
  const address = toAddress(request.address)
  const ticket = readNonceToken(context, request.nonceToken)
  if (ticket.nonce !== request.nonce) throw new UnauthorizedError(otherNonce)
  if (ticket.address !== address) throw new UnauthorizedError(otherAddress)
  requireNonceIn(request.message, ticket.nonce)

  const message = parseSignInMessage(request.message)
  if (message.nonce !== ticket.nonce) throw new UnauthorizedError(otherNonce)
  if (toAddress(message.address) !== address) throw new UnauthorizedError(otherAddress)
  requireOurDomain(message, config.siweDomains)
  requireInTime(message, clock.now())
  await requireSigner(context, address, message.chainId, request)

  await useNonce(context, ticket)
  return { token: createAccessToken(context, address) }
}

const otherNonce = 'The nonce of the request, its token and the message differ.'
const otherAddress = 'The address of the request, its token and the message differ.'

/** Before the message is parsed: whether that could be worth it. */
function requireNonceIn(message: string, nonce: string): void {
  if (message.includes(`\nNonce: ${nonce}\n`)) return
  if (message.includes('\nNonce: ')) throw new UnauthorizedError(otherNonce)
  throw new BadRequestError('The message is not a sign-in message (EIP-4361): it has no nonce.')
}

/** Whether the code is one of the configured ones; compared with all of them, in a time that tells nothing. */
export function isBetaCode({ config }: Context, code: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const given = digest(code)
  return config.betaCodes.map(known => timingSafeEqual(digest(known), given)).includes(true)
}
