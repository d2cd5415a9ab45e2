import { ParsedMessage } from '@signinwithethereum/siwe-parser'
import { BadRequestError, UnauthorizedError } from '../errors.ts'

/**
 * Reads a sign-in message (EIP-4361).
 * @throws BadRequestError where it is not one, to the letter of the standard's grammar.
 */
export function parseSignInMessage(text: string): ParsedMessage {
  try {
    return new ParsedMessage(text)
  } catch (error) {
    throw new BadRequestError('The message is not a sign-in message (EIP-4361).', { cause: error })
  }
}

/**
 * Checks what a message says of the place that asked for it. The domains come from the configuration, never from the
 * request: a signature that another site talked a user into is worth nothing here.
 * @throws UnauthorizedError
 */
export function requireOurDomain(message: ParsedMessage, domains: readonly string[] | null): void {
  if (domains === null) return
  if (!domains.includes(message.domain.toLowerCase()))
    throw new UnauthorizedError('The message was signed for another domain.')
  if (!URL.canParse(message.uri) || !domains.includes(new URL(message.uri).host))
    throw new UnauthorizedError('The URI of the message is of another domain.')
}

/** @throws UnauthorizedError before its Not Before or after its Expiration Time. */
export function requireInTime(message: ParsedMessage, now: number): void {
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= now)
    throw new UnauthorizedError('The message has expired; ask for a new nonce and sign again.')
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > now)
    throw new UnauthorizedError('The message is not valid yet.')
}
