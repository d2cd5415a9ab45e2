import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../ground/config/secrets.ts'
import { oneFor } from '../../ground/one-for.ts'
import { seal, unseal } from '../../people/mail/seal.ts'

type Keys = { readonly clients: readonly Buffer[]; readonly codes: readonly KeyObject[] }

/** Keys of their own, derived from the signing secrets: nothing that was sealed or signed elsewhere passes here. */
const keysOf = oneFor(({ signing }: Secrets): Keys => {
  const derive = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  return {
    clients: signing.map(secret => derive(secret, 'furrow oauth client')),
    codes: signing.map(secret => createSecretKey(derive(secret, 'furrow oauth code'))),
  }
})

export function signClient(secrets: Secrets, text: string): string {
  const [key] = keysOf(secrets).clients as [Buffer]
  return macOf(key, text).toString('base64url')
}

export function isSignatureOf(secrets: Secrets, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  return keysOf(secrets).clients.some(key => {
    const expected = macOf(key, text)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

const macOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export function sealCode(secrets: Secrets, text: string): string {
  const [key] = keysOf(secrets).codes as [KeyObject]
  return Buffer.from(seal(key, text)).toString('base64url')
}

/** null where the service did not seal it. */
export function openCode(secrets: Secrets, code: string): string | null {
  return unseal(keysOf(secrets).codes, Buffer.from(code, 'base64url').toString())
}
