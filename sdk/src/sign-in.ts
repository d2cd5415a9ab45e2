import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { GrantedKey, KeyRequest, KeyScope, NewApiKey, Nonce, Session, SignIn } from './contract/index.ts'
import { keyStatement } from './contract/statements.ts'
import { type Connection, request } from './transport.ts'

/** A signer: any viem wallet client with an account, or a small object around another wallet. */
export type Signer = {
  readonly account?: { readonly address: string } | undefined
  readonly chain?: { readonly id: number } | undefined
  // biome-ignore lint/suspicious/noExplicitAny: viem's own parameters depend on the client's account type
  signMessage(parameters: any): Promise<string>
}

/** The message's facts about the page that asks for it. */
export type SignInOptions = {
  /** The page's host and port; in a browser, the current page's by default. */
  readonly domain?: string
  /** The page's address; in a browser, its origin by default. */
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
 * @throws FurrowError where the service refuses; and the wallet's own error where its user declines.
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
  const body = await signMessage(connection, signer, options)
  const { token } = await request<Session>(connection, 'POST', '/auth/verify', { body })
  connection.token = token
  return token
}

/** The terms of a new key. */
export type ApiKeyTerms = {
  /** Its name: 1 to 64 letters, digits, spaces and `. _ @ / -`. */
  readonly name: string
  /** Its rights; see `keyScopes`. */
  readonly scopes: readonly KeyScope[]
  /** Its lifetime in days, 1 to 366. */
  readonly days: number
  /** Whether an agent has it, a program that decides by itself: the events of quests then say so. */
  readonly agent?: boolean
}

/**
 * Makes an API key for a program: the wallet signs a message (EIP-4361) whose resources name the key, its scopes and
 * its days, and whether an agent has it.
 *
 * @throws FurrowError where the service refuses; and the wallet's own error where its user declines.
 */
export async function makeApiKey(
  connection: Connection,
  signer: Signer,
  terms: ApiKeyTerms,
  options: Omit<SignInOptions, 'statement'> = {},
): Promise<NewApiKey> {
  const body = await signTerms(connection, signer, terms, options)
  return request<NewApiKey>(connection, 'POST', '/auth/keys', { body })
}

/** As `makeApiKey`, for a program that asked for a key: it gets a code, and changes it for the key itself. */
export async function grantApiKey(
  connection: Connection,
  signer: Signer,
  terms: ApiKeyTerms,
  asked: KeyRequest,
  options: Omit<SignInOptions, 'statement'> = {},
): Promise<GrantedKey> {
  const signed = await signTerms(connection, signer, terms, options)
  return request<GrantedKey>(connection, 'POST', '/auth/authorize', { body: { ...signed, request: asked } })
}

function signTerms(
  connection: Connection,
  signer: Signer,
  { name, scopes, days, agent = false }: ApiKeyTerms,
  options: Omit<SignInOptions, 'statement'>,
): Promise<SignIn> {
  const resources = [
    `urn:furrow:key:${encodeURIComponent(name)}`,
    ...scopes.map(scope => `urn:furrow:scope:${scope}`),
    `urn:furrow:days:${days}`,
    ...(agent ? ['urn:furrow:agent:true'] : []),
  ]
  return signMessage(connection, signer, { ...options, statement: keyStatement }, resources)
}

/**
 * Asks for a nonce, and lets the wallet sign a message with it and its purpose.
 *
 * @throws FurrowError where the service refuses; and the wallet's own error where its user declines.
 */
export async function signMessage(
  connection: Connection,
  signer: Signer,
  options: SignInOptions,
  resources?: string[],
): Promise<SignIn> {
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
    ...(resources !== undefined && { resources }),
  })
  const signature = await signer.signMessage({ account: signer.account, message })
  return { address, signature, nonce, nonceToken, message }
}
