import { tokenSymbol } from '@furrow/sdk/contract'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import { second } from '../clock.ts'
import type { Reader } from './reader.ts'

/** The rail that holds the funds in a QuestEscrow contract. */
export type EscrowConfig = {
  readonly chainId: number
  readonly address: Address
  readonly operatorKey: `0x${string}`
  /** Blocks, its own included, after which a transaction counts as final. */
  readonly confirmations: number
  /** Where people look at transactions; null where no explorer is named. */
  readonly explorer: string | null
  /** How often the chain is looked at. */
  readonly pollMs: number
  /** How long a transaction may wait in the mempool before its fee is raised. */
  readonly bumpMs: number
}

/** A chain on one's own machine: its blocks are final at once. */
const localChain = 31_337

/** chain id -> the address of its JSON-RPC. */
export function readRpcUrls(read: Reader): ReadonlyMap<number, string> {
  const urls = new Map<number, string>()
  for (const item of read.list('RPC_URLS')) {
    const [, id, url] = /^(\d{1,15})=(.+)$/.exec(item) ?? []
    // The address may hold a key: it is not repeated.
    if (id === undefined || url === undefined || !URL.canParse(url) || !/^https?:/.test(url))
      read.problems.push('RPC_URLS must list chains such as 1=https://...,8453=https://...')
    else urls.set(Number(id), url)
  }
  return urls
}

const symbolForm = new RegExp(tokenSymbol)

/** Token symbol in upper case -> its contract, the zero address for the chain's own coin. */
export function readTokens(read: Reader): ReadonlyMap<string, Address> {
  const tokens = new Map<string, Address>([['ETH', zeroAddress]])
  for (const item of read.list('TOKENS')) {
    const [, symbol = '', address] = /^([^=]+)=(native|0x[0-9a-fA-F]{40})$/.exec(item) ?? []
    if (!symbolForm.test(symbol) || address === undefined)
      read.problems.push(`TOKENS must list tokens such as ETH=native,USDC=0x...; it has "${item}".`)
    else tokens.set(symbol.toUpperCase(), address === 'native' ? zeroAddress : toAddress(address))
  }
  return tokens
}

/** null where ESCROW_CHAIN_ID, ESCROW_ADDRESS and ESCROW_OPERATOR_KEY are unset: promises are kept in the ledger. */
export function readEscrow(read: Reader, rpcUrls: ReadonlyMap<number, string>): EscrowConfig | null {
  const names = ['ESCROW_CHAIN_ID', 'ESCROW_ADDRESS', 'ESCROW_OPERATOR_KEY']
  const missing = names.filter(name => read.text(name) === null)
  if (missing.length === names.length) return null
  if (missing.length > 0) read.problems.push(`The chain rail needs ${missing.join(' and ')} too.`)

  const chainId = read.number('ESCROW_CHAIN_ID', 0, { min: 1, max: Number.MAX_SAFE_INTEGER, integer: true })
  if (chainId > 0 && !rpcUrls.has(chainId))
    read.problems.push(`RPC_URLS must have the chain of ESCROW_CHAIN_ID (${chainId}=https://...).`)
  const operatorKey = read.text('ESCROW_OPERATOR_KEY') ?? ''
  if (operatorKey !== '' && !/^0x[0-9a-fA-F]{64}$/.test(operatorKey))
    read.problems.push('ESCROW_OPERATOR_KEY must be a private key: 0x and 64 hex digits.')
  return {
    chainId,
    address: read.address('ESCROW_ADDRESS') ?? zeroAddress,
    operatorKey: operatorKey as `0x${string}`,
    confirmations: read.number('ESCROW_CONFIRMATIONS', chainId === localChain ? 1 : 12, {
      min: 1,
      max: 1_000,
      integer: true,
    }),
    explorer: read.url('ESCROW_EXPLORER_URL', '') || null,
    pollMs: read.number('ESCROW_POLL_SECONDS', 4, { min: 0.05, max: 30 }) * second,
    bumpMs: read.number('ESCROW_BUMP_SECONDS', 60, { min: 0.1, max: 3_600 }) * second,
  }
}
