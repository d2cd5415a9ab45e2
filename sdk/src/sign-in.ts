import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { Nonce, Session } from './contract/index.ts'
import { type Connection, request } from './transport.ts'

/** What signs: any viem wallet client with an account fits, and so does a small object around another wallet. */
export type Signer = {
  readonly account?: { readonly address: string } | undefined
  readonly chain?: { readonly id: number } | undefined
  // biome-ignore lint/suspicious/noExplicitAny: viem's own parameters depend on the client's account type
  signMessage(parameters: any): Promise<string>
}

/** What the message says of the page that asks for it. */
export type SignInOptions = {
  /** The page's host and port. In a browser: that of the page. */
  readonly domain?: string
  /** The page's address. In a browser: its origin. */
  readonly uri?: string
  /** A line for the user to read. */
  readonly statement?: string
  /** The chain that the wallet is on; 1 where the wallet does not say. */
  readonly chainId?: number
}

/**
 * Signs in with a wallet (SIWE, EIP-4361): asks for a nonce, lets the wallet sign the message, and keeps the token in
 * the connection, for 24 hours.
 *
 * @throws FurrowError where the service refuses; whatever the wallet throws where its user does.
 *
 * @example
 * const wallet = createWalletClient({ account, transport: http() })
 * const token = await signIn(connection, wallet, { domain: 'app.example.org', uri: 'https://app.example.org' })
 */
export async function signIn(
  connection: Connection,
  signer: Signer,
  options: SignInOptions = {},
): Promise<string> {
  if (signer.account === undefined) throw new TypeError('The wallet client has no account.')
  const address = getAddress(signer.account.address)
  const { nonce, nonceToken } = await request<Nonce>(connection, 'GET', '/auth/nonce', { query: { address } })
  const { location } = globalThis as { location?: { host: string; origin: string } }
  const home = new URL(connection.baseUrl)
  const message = createSiweMessage({
    address,
    nonce,
    version: '1',
    chainId: options.chainId ?? signer.chain?.id ?? 1,
    domain: options.domain ?? location?.host ?? home.host,
    uri: options.uri ?? location?.origin ?? home.origin,
    issuedAt: new Date(),
    ...(options.statement !== undefined && { statement: options.statement }),
  })
  const signature = await signer.signMessage({ account: signer.account, message })
  const body = { address, signature, nonce, nonceToken, message }
  const { token } = await request<Session>(connection, 'POST', '/auth/verify', { body })
  connection.token = token
  return token
}
