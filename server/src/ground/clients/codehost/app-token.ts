import { createPrivateKey, sign } from 'node:crypto'
import { minute, second } from '../../clock.ts'

/** An app at the host that was made for this service. It holds secrets. */
export type HostApp = {
  readonly id: string
  readonly slug: string
  readonly page: string
  /** The private key, as PEM. */
  readonly key: string
  readonly webhookSecret: string | null
  readonly client: { readonly id: string; readonly secret: string } | null
}

export function installAt({ page }: Pick<HostApp, 'page'>): string {
  return `${page}/installations/new`
}

const drift = minute
/** GitHub takes ten minutes at most. */
const lifetime = 9 * minute

/** A JSON web token (RFC 7519, RS256) by which the app itself asks. @throws where the key is none. */
export function signAppToken({ id, key }: Pick<HostApp, 'id' | 'key'>, now: number): string {
  const seconds = (at: number) => Math.floor(at / second)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iat: seconds(now - drift), exp: seconds(now + lifetime), iss: id }
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

export function isRsaKey(key: string): boolean {
  try {
    return createPrivateKey(key).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
