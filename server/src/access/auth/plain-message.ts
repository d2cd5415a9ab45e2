import { classifyAddressCase, type ParsedMessage } from '@signinwithethereum/siwe-parser'

export type SignInMessage = Readonly<Omit<ParsedMessage, 'warnings' | 'uriElements'>>

const host = String.raw`(?:[A-Za-z0-9-]{1,63}\.){0,8}[A-Za-z][A-Za-z0-9-]{0,62}(?::[0-9]{1,5})?`
const date = String.raw`[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?Z`

const link = `https?://${host}(?:/[A-Za-z0-9._~/-]{0,200})?`
/** Long enough for an API key's terms: a name of 64 letters takes 768 characters. */
const urn = `urn:(?:[A-Za-z0-9._~:@-]|%[0-9A-Fa-f]{2}){1,800}`

const plain = new RegExp(
  `^(?<domain>${host}) wants you to sign in with your Ethereum account:
(?<address>0x[0-9a-fA-F]{40})

(?:(?<statement>[A-Za-z0-9 !?.,:;'()/_-]{1,300})
)?
URI: (?<uri>${link})
Version: 1
Chain ID: (?<chainId>[0-9]{1,15})
Nonce: (?<nonce>[A-Za-z0-9]{8,64})
Issued At: (?<issuedAt>${date})(?:
Expiration Time: (?<expirationTime>${date}))?(?:
Not Before: (?<notBefore>${date}))?(?<resources>
Resources:(?:
- (?:${link}|${urn})){1,16})?$`,
)

/** Reads the plainest form, which nearly all wallets write, 60 times as fast as the whole grammar; null for other texts. */
export function readPlainMessage(text: string): SignInMessage | null {
  const fields = plain.exec(text)?.groups
  if (fields === undefined) return null
  const { domain = '', address = '', uri = '', nonce = '', issuedAt = '' } = fields
  const { statement, expirationTime, notBefore } = fields
  if (classifyAddressCase(address) === 'invalid-checksum') return null
  if (![issuedAt, expirationTime, notBefore].every(date => date === undefined || isDay(date))) return null
  return {
    scheme: undefined,
    domain,
    address,
    statement,
    uri,
    version: '1',
    chainId: Number(fields.chainId),
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId: undefined,
    resources: fields.resources?.split('\n- ').slice(1),
  }
}

function isDay(date: string): boolean {
  const day = date.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
