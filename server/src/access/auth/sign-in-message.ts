import { classifyAddressCase, ParsedMessage } from '@signinwithethereum/siwe-parser'
import { BadRequestError, UnauthorizedError } from '../../ground/errors.ts'
import { readPlainMessage, type SignInMessage } from './plain-message.ts'

/** @throws BadRequestError where it is not one, to the letter of the standard's grammar (EIP-4361). */
export function parseSignInMessage(text: string): SignInMessage {
  return readPlainMessage(text) ?? readByGrammar(text)
}

/** A host has at most 253 characters (RFC 1035); the rest is for a scheme, a port and the words around them. */
const longestFirstLine = 400
/** For every line but the statement, which costs little and may be as long as the message. */
const longestLine = 520
const mostResources = 16
/** For the URI and the resources together: the grammar takes ten times as long for them as for a statement. */
const mostOfUris = 1_024

/** The grammar is slow, and for an address quadratic in its length: longer texts than anybody needs are refused unread. */
function readByGrammar(text: string): SignInMessage {
  requireShort(text)
  const message = parse(text)
  if (classifyAddressCase(message.address) === 'invalid-checksum')
    throw new BadRequestError('The address in the message has a wrong checksum (EIP-55).', {
      code: 'message-malformed',
    })
  return message
}

function requireShort(text: string): void {
  const [first = '', ...lines] = text.split('\n')
  if (first.length > longestFirstLine)
    throw new BadRequestError('The domain of the message is too long (RFC 1035).', {
      code: 'message-malformed',
    })
  const uris = lines.filter(line => line.startsWith('URI: ') || line.startsWith('- '))
  if (uris.length > 1 + mostResources)
    throw new BadRequestError(`The message has more than ${mostResources} resources.`, {
      code: 'message-malformed',
    })
  if (uris.reduce((sum, { length }) => sum + length, 0) > mostOfUris)
    throw new BadRequestError(
      `The URI and the resources of the message have more than ${mostOfUris} characters.`,
      { code: 'message-malformed' },
    )
  // The statement is the fourth line where there is one.
  const long = lines.find((line, index) => index !== 2 && line.length > longestLine)
  if (long !== undefined)
    throw new BadRequestError(
      `The line "${long.slice(0, 16)}..." of the message has more than ${longestLine} characters.`,
      { code: 'message-malformed' },
    )
}

function parse(text: string): ParsedMessage {
  try {
    return new ParsedMessage(text)
  } catch (error) {
    throw new BadRequestError('The message is not a sign-in message (EIP-4361).', {
      code: 'message-malformed',
      cause: error,
    })
  }
}

/** Reads the chain without the grammar, which refuses other texts later. @throws BadRequestError where there is none. */
export function readChainId(text: string): number {
  const [, id] = /\nVersion: 1\nChain ID: ([0-9]{1,15})\nNonce: /.exec(text) ?? []
  if (id === undefined)
    throw new BadRequestError('The message is not a sign-in message (EIP-4361): it has no Chain ID.', {
      code: 'message-malformed',
    })
  return Number(id)
}

/** The settings' domains, never the request's: a signature for another site is no good. @throws UnauthorizedError */
export function requireOurDomain(message: SignInMessage, domains: readonly string[] | null): void {
  if (domains === null) return
  if (!domains.includes(message.domain.toLowerCase()))
    throw new UnauthorizedError('The message was signed for another domain.', { code: 'domain-mismatch' })
  const uri = URL.parse(message.uri)
  if (uri === null || !/^https?:$/.test(uri.protocol) || !domains.includes(uri.host))
    throw new UnauthorizedError('The URI of the message is of another domain.', { code: 'domain-mismatch' })
  if (message.scheme !== undefined && `${message.scheme.toLowerCase()}:` !== uri.protocol)
    throw new UnauthorizedError('The domain and the URI of the message have different schemes.', {
      code: 'domain-mismatch',
    })
}

/** @throws UnauthorizedError before its Not Before or after its Expiration Time. */
export function requireInTime(message: SignInMessage, now: number): void {
  if (message.expirationTime !== undefined && Date.parse(message.expirationTime) <= now)
    throw new UnauthorizedError('The message has expired; ask for a new nonce and sign again.', {
      code: 'message-expired',
    })
  if (message.notBefore !== undefined && Date.parse(message.notBefore) > now)
    throw new UnauthorizedError('The message is not valid yet.', { code: 'message-too-early' })
}
