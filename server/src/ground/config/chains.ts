import { tokenSymbol } from '@furrow/sdk/contract'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import { isNear } from '../public-address.ts'
import type { Reader } from './reader.ts'

/** A local development chain: its blocks are final at once. */
export const localChain = 31_337

/** chain id -> the address of its JSON-RPC. */
export function readRpcUrls(read: Reader): ReadonlyMap<number, string> {
  return readUrls(read, 'RPC_URLS')
}

/** chain id -> the address of a second JSON-RPC, which has to agree before anything is paid. */
export function readAgreeUrls(
  read: Reader,
  rpcUrls: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const urls = readUrlsOf(read, 'RPC_AGREE', rpcUrls)
  for (const [id, url] of urls)
    if (rpcUrls.get(id) === url)
      read.problems.push(`RPC_AGREE must name another RPC of chain ${id} than RPC_URLS does.`)
  return urls
}

/** chain id -> address, of chains that `RPC_URLS` has too. */
export function readUrlsOf(
  read: Reader,
  name: string,
  rpcUrls: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const urls = readUrls(read, name)
  for (const id of urls.keys())
    if (!rpcUrls.has(id)) read.problems.push(`RPC_URLS must have the chain of ${id}=... in ${name}.`)
  return urls
}

/** From a list such as `1=https://...,8453=https://...`. */
function readUrls(read: Reader, name: string): Map<number, string> {
  const urls = new Map<number, string>()
  for (const item of read.list(name)) {
    const [, id, url] = /^(\d{1,15})=(.+)$/.exec(item) ?? []
    // The address may hold a key, so it is not repeated.
    if (id === undefined || url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
      read.problems.push(`${name} must list chains such as 1=https://...,8453=https://...`)
    // Over http, an eavesdropper gets the address's key and can report payments that never were.
    else if (/^http:/.test(url) && !isNear(new URL(url).hostname))
      read.problems.push(`${name} must have https for chain ${id}: http is for this machine and its network.`)
    else urls.set(Number(id), url)
  }
  return urls
}

const symbolForm = new RegExp(tokenSymbol)

/** Token symbols in upper case -> their contracts, the zero address for a chain's own coin. */
export type Tokens = ReadonlyMap<string, Address>

export type TokenConfig = {
  readonly tokens: Tokens
  /** Tokens by chain id: `USDC@8453=0x...`. */
  readonly tokensOf: ReadonlyMap<number, Tokens>
}

export function readTokens(read: Reader, rpcUrls: ReadonlyMap<number, string>): TokenConfig {
  const tokens = new Map<string, Address>([['ETH', zeroAddress]])
  const tokensOf = new Map<number, Map<string, Address>>()
  for (const item of read.list('TOKENS')) {
    const [, symbol = '', chain, given] =
      /^([^=@]+)(?:@(\d{1,15}))?=(native|0x[0-9a-fA-F]{40})$/.exec(item) ?? []
    if (!symbolForm.test(symbol) || given === undefined) {
      read.problems.push(
        `TOKENS must list tokens such as ETH=native,USDC=0x...,USDC@8453=0x...; it has "${item}".`,
      )
      continue
    }
    const address = given === 'native' ? zeroAddress : toAddress(given)
    if (chain === undefined) {
      tokens.set(symbol.toUpperCase(), address)
      continue
    }
    const own = tokensOf.get(Number(chain)) ?? new Map<string, Address>()
    tokensOf.set(Number(chain), own.set(symbol.toUpperCase(), address))
    if (!rpcUrls.has(Number(chain)))
      read.problems.push(`RPC_URLS must have the chain of "${item}" in TOKENS.`)
  }
  return { tokens, tokensOf }
}
