import { createHmac } from 'node:crypto'
import type { Nonce, SignIn } from '@furrow/sdk/contract'
import { createWallet, type Harness, type Wallet } from './harness.ts'

/** The fields of a sign-in message, all of them open to a forger. */
export type Fields = {
  readonly domain: string
  readonly address: string
  readonly uri: string
  readonly version: string
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly statement?: string
  readonly resources?: readonly string[]
}

/** EIP-4361 by hand: a library would refuse to write forgeries. */
export function writeMessage(fields: Fields): string {
  return [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    fields.address,
    '',
    ...(fields.statement === undefined ? [] : [fields.statement]),
    '',
    `URI: ${fields.uri}`,
    `Version: ${fields.version}`,
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    ...(fields.expirationTime === undefined ? [] : [`Expiration Time: ${fields.expirationTime}`]),
    ...(fields.notBefore === undefined ? [] : [`Not Before: ${fields.notBefore}`]),
    ...(fields.resources === undefined
      ? []
      : ['Resources:', ...fields.resources.map(resource => `- ${resource}`)]),
  ].join('\n')
}

export async function askNonce(harness: Harness, address: string): Promise<Nonce> {
  return (await harness.send('GET', `/auth/nonce?address=${address}`)).body
}

/** The body of a sign-in that is right but for the given fields, signed as it then stands. */
export async function prepareSignIn(
  harness: Harness,
  fields: Partial<Fields> = {},
  wallet: Wallet = createWallet(),
): Promise<SignIn> {
  const { address } = wallet.account
  const { nonce, nonceToken } = await askNonce(harness, address)
  const message = writeMessage({
    domain: 'app.example.org',
    address,
    uri: 'https://app.example.org/login',
    version: '1',
    chainId: '1',
    nonce,
    issuedAt: new Date(harness.clock.now()).toISOString(),
    ...fields,
  })
  return { address, nonce, nonceToken, message, signature: await wallet.account.signMessage({ message }) }
}

/** A token with any header and any claims. */
export function forgeToken(header: object, claims: object, secret: string, hash = 'sha256'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part(header)}.${part(claims)}`
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`
}

/** The header and the claims of a token, unchecked. */
export function openToken(token: string): [Record<string, unknown>, Record<string, unknown>] {
  const [header = '', claims = ''] = token.split('.')
  const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  return [part(header), part(claims)]
}
