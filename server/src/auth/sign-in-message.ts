import { classifyAddressCase, ParsedMessage } from '@signinwithethereum/siwe-parser'
import { BadRequestError, UnauthorizedError } from '../errors.ts'
import { readPlainMessage, type SignInMessage } from './plain-message.ts'

/**
 * Reads a sign-in message (EIP-4361).
 * @throws BadRequestError where it is not one, to the letter of the standard's grammar.
 */
export function parseSignInMessage(text: string): SignInMessage {
  return readPlainMessage(text) ?? readByGrammar(text)
}

/** A host has at most 253 characters (RFC 1035); the rest is for a scheme, a port and the words around them. */
const longestFirstLine = 400
/** What browsers and servers agree on for a URL; a statement may be as long as the message. */
const longestUri = 2_048

/** The grammar costs the square of a line's length where the line is an address: what is too long for one is not read. */
function readByGrammar(text: string): SignInMessage {
  const lines = text.split('\n')
  if ((lines[0] ?? '').length > longestFirstLine)
    throw new BadRequestError('The domain of the message is too long (RFC 1035).')
  if (lines.some(line => line.startsWith('URI: ') && line.length > longestUri + 5))
    throw new BadRequestError(`The URI of the message has more than ${longestUri} characters.`)
  const message = parse(text)
  if (classifyAddressCase(message.address) === 'invalid-checksum')
    throw new BadRequestError('The address in the message has a wrong checksum (EIP-55).')
  return message
}

function parse(text: string): ParsedMessage {
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
export function requireOurDomain(message: SignInMessage, domains: readonly string[] | null): void {
  if (domains === null) return
  if (!domains.includes(message.domain.toLowerCase()))
    throw new UnauthorizedError('The message was signed for another domain.')
  const uri = URL.parse(message.uri)
  if (uri === null || !/^https?:$/.test(uri.protocol) || !domains.includes(uri.host))
    throw new UnauthorizedError('The URI of the message is of another domain.')
  if (message.scheme !== undefined && `${message.scheme.toLowerCase()}:` !== uri.protocol)
    throw new UnauthorizedError('The domain and the URI of the message have different schemes.')
}

/** @throws UnauthorizedError before its Not Before or after its Expiration Time. */
export function requireInTime(message: SignInMessage, now: number): void {
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= now)
    throw new UnauthorizedError('The message has expired; ask for a new nonce and sign again.')
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > now)
    throw new UnauthorizedError('The message is not valid yet.')
}
