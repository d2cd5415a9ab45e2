import { type Address, toAddress } from '../address.ts'
import { second } from '../clock.ts'
import { localChain, type TokenConfig, type Tokens } from './chains.ts'
import { type LeastRewards, readLeastRewards } from './least-rewards.ts'
import { createReader, type Reader } from './reader.ts'

export type EscrowConfig = {
  readonly chainId: number
  readonly address: Address
  /** Several while keys are rotated: the service uses the one that the contract knows as its operator's. */
  readonly operatorKeys: OperatorKeys
  readonly retired: boolean
  readonly tokens: Tokens
  /** Blocks, its own included, after which a transaction counts as final. */
  readonly confirmations: number
  /** Whether a transaction is final only once the chain itself says so, too. */
  readonly finalized: boolean
  readonly explorer: string | null
  /** A JSON-RPC that anybody may use, for wallets; never that of RPC_URLS, which may hold a key. */
  readonly publicRpc: string | null
  /** Milliseconds between two looks at the chain. */
  readonly pollMs: number
  /** Milliseconds a transaction may wait in the mempool before its fee is raised. */
  readonly bumpMs: number
  /** The highest price of a unit of gas, in wei. */
  readonly mostFee: bigint
  readonly leastRewards: LeastRewards
  /** The most spent on calls for one giver's quests in a day, in wei; null for no bound. */
  readonly gasBudget: bigint | null
  /** The chain's splitter, by which several people are paid for one place; null where teams are not paid there. */
  readonly splitter: Address | null
}

export type OperatorKeys = readonly [`0x${string}`, ...`0x${string}`[]]

type Named = Pick<EscrowConfig, 'chainId' | 'address' | 'retired'>

/** First the active contract of ESCROW_ADDRESS, then ESCROWS in order; without any, the ledger keeps promises. */
export function readEscrows(
  read: Reader,
  rpcUrls: ReadonlyMap<number, string>,
  tokens: TokenConfig,
): readonly EscrowConfig[] {
  const named = [...readSingle(read), ...readListed(read)]
  for (const { chainId } of named)
    if (!rpcUrls.has(chainId))
      tell(read, `RPC_URLS must have the chain of the escrow contract (${chainId}=https://...).`)
  requireFewActive(read, named)
  const keysOf = readKeys(read, named)
  const home = homeOf(named)
  const chainReaders = readByChain(read, named, home)
  const contracts = named.map(one => ({ ...one, tokens: tokensAt(one.chainId, home, tokens) }))
  const leastOf = readLeastRewards(read, contracts)
  const splitters = readSplitters(read, named)
  const escrows = contracts.map(one => {
    const own = chainReaders.get(one.chainId) as Reader
    return {
      ...one,
      operatorKeys: keysOf(one),
      leastRewards: leastOf(one),
      gasBudget: inWei(own.number('ESCROW_GAS_BUDGET', 0, { min: 0, max: 1_000_000 })),
      splitter: splitters.get(one.chainId) ?? null,
      ...readFinality(own, one.chainId),
      explorer: own.url('ESCROW_EXPLORER_URL', '') || null,
      publicRpc: own.url('ESCROW_PUBLIC_RPC_URL', '') || null,
      pollMs: read.number('ESCROW_POLL_SECONDS', 4, { min: 0.05, max: 30 }) * second,
      bumpMs: read.number('ESCROW_BUMP_SECONDS', 60, { min: 0.1, max: 3_600 }) * second,
      mostFee: BigInt(Math.round(own.number('ESCROW_MAX_FEE', 2_000, { min: 0.001, max: 1_000_000 }) * 1e9)),
    }
  })
  for (const { problems } of chainReaders.values()) for (const problem of problems) tell(read, problem)
  for (const { chainId, retired, tokens } of escrows)
    if (!retired && tokens.size === 0)
      tell(read, `TOKENS must have a token of chain ${chainId} for its contract (ETH@${chainId}=native).`)
  return escrows
}

function readFinality(own: Reader, chainId: number): Pick<EscrowConfig, 'confirmations' | 'finalized'> {
  const usual = chainId === localChain ? 1 : 12
  if (own.text('ESCROW_CONFIRMATIONS')?.toLowerCase() === 'finalized')
    return { confirmations: usual, finalized: true }
  const rule = { min: 1, max: 1_000, integer: true }
  return { confirmations: own.number('ESCROW_CONFIRMATIONS', usual, rule), finalized: false }
}

/** The chain meant where none is named: that of the first contract that takes new quests, or else of the first one. */
export function homeOf(named: readonly Pick<Named, 'chainId' | 'retired'>[]): number | null {
  return (named.find(({ retired }) => !retired) ?? named[0])?.chainId ?? null
}

/** A token without a chain belongs to the home chain alone: the same address on another one may be anybody's. */
function tokensAt(chainId: number, home: number | null, { tokens, tokensOf }: TokenConfig): Tokens {
  return new Map([...(chainId === home ? tokens : []), ...(tokensOf.get(chainId) ?? [])])
}

function readSingle(read: Reader): Named[] {
  const names = ['ESCROW_CHAIN_ID', 'ESCROW_ADDRESS']
  const missing = names.filter(name => read.text(name) === null)
  const isKeyAlone = read.text('ESCROW_OPERATOR_KEY') !== null && read.text('ESCROWS') === null
  if (missing.length === names.length && !isKeyAlone) return []
  if (missing.length > 0) {
    tell(read, `The chain rail needs ${missing.join(' and ')} too.`)
    return []
  }
  const chainId = read.number('ESCROW_CHAIN_ID', 0, { min: 1, max: Number.MAX_SAFE_INTEGER, integer: true })
  const address = read.address('ESCROW_ADDRESS')
  return chainId === 0 || address === null ? [] : [{ chainId, address, retired: false }]
}

/** Reports a bad item by its position: it may be a key. */
function readListed(read: Reader): Named[] {
  return read.list('ESCROWS').flatMap((item, index) => {
    const [, chain, address, state] = /^(\d{1,15})=(0x[0-9a-f]{40})(?::(active|retired))?$/i.exec(item) ?? []
    if (Number(chain) > 0 && address !== undefined)
      return [
        { chainId: Number(chain), address: toAddress(address), retired: /^retired$/i.test(state ?? '') },
      ]
    tell(
      read,
      `ESCROWS must list contracts such as 8453=0x...:active,1=0x...:retired; number ${index + 1} in it is none.`,
    )
    return []
  })
}

/** chain id -> the splitter there. */
function readSplitters(read: Reader, named: readonly Named[]): ReadonlyMap<number, Address> {
  const splitters = new Map<number, Address>()
  for (const item of read.list('ESCROW_SPLITTERS')) {
    const [, chain, address] = /^(\d{1,15})[=:](0x[0-9a-f]{40})$/i.exec(item) ?? []
    if (address === undefined)
      tell(read, `ESCROW_SPLITTERS must list splitters such as 8453=0x...; "${item}" is none.`)
    else if (splitters.has(Number(chain)))
      tell(read, `ESCROW_SPLITTERS must name one splitter of chain ${chain}.`)
    else splitters.set(Number(chain), toAddress(address))
  }
  for (const chainId of splitters.keys())
    if (!named.some(one => one.chainId === chainId))
      tell(read, `ESCROW_SPLITTERS names chain ${chainId}, which has no escrow contract.`)
  return splitters
}

function requireFewActive(read: Reader, named: readonly Named[]): void {
  const seen = new Set<string>()
  const active = new Set<number>()
  for (const { chainId, address, retired } of named) {
    const id = `${chainId}=${address}`
    if (seen.has(id)) tell(read, `ESCROWS must name each contract once, also that of ESCROW_ADDRESS: ${id}.`)
    else if (!retired && active.has(chainId))
      tell(
        read,
        `Only one contract of chain ${chainId} can be active: the others must be retired in ESCROWS.`,
      )
    seen.add(id)
    if (!retired) active.add(chainId)
  }
}

/** A contract's own keys in ESCROW_OPERATOR_KEYS, else its chain's there, else ESCROW_OPERATOR_KEY; none is ever repeated. */
function readKeys(read: Reader, named: readonly Named[]): (one: Named) => OperatorKeys {
  const shared = read.text('ESCROW_OPERATOR_KEY')
  if (shared !== null && !isKey(shared))
    tell(read, 'ESCROW_OPERATOR_KEY must be a private key: 0x and 64 hex digits.')
  const own = readListedKeys(read, named)
  return one => {
    const keys = own.get(idOf(one)) ?? own.get(String(one.chainId)) ?? (shared === null ? [] : [shared])
    if (keys.length === 0)
      tell(
        read,
        `The chain rail needs ESCROW_OPERATOR_KEY too, or the key for ${idOf(one)} in ESCROW_OPERATOR_KEYS.`,
      )
    return keys as readonly string[] as OperatorKeys
  }
}

/** By `<chain>=<contract>`, or by the chain alone. A bare key belongs with the key before it. */
function readListedKeys(read: Reader, named: readonly Named[]): ReadonlyMap<string, readonly string[]> {
  const own = new Map<string, string[]>()
  let last: string[] | null = null
  for (const [index, item] of read.list('ESCROW_OPERATOR_KEYS').entries()) {
    const [, chain, address, key] =
      /^(?:(\d{1,15})=(?:(0x[0-9a-f]{40}):)?)?(0x[0-9a-f]{64})$/i.exec(item) ?? []
    if (key === undefined || (chain === undefined && last === null)) {
      tell(
        read,
        `ESCROW_OPERATOR_KEYS must list contracts or chains with their keys, such as 8453=0x...:0x<key> or 8453=0x<key>,0x<next key>, each key with 64 hex digits; number ${index + 1} in it is none.`,
      )
      last = []
    } else if (chain === undefined) last?.push(key)
    else last = startKeys(read, named, own, { chain, address, key })
  }
  return own
}

function startKeys(
  read: Reader,
  named: readonly Named[],
  own: Map<string, string[]>,
  { chain, address, key }: { chain: string; address: string | undefined; key: string },
): string[] {
  const id = address === undefined ? String(Number(chain)) : `${Number(chain)}=${toAddress(address)}`
  const keys = [key]
  if (!named.some(one => idOf(one) === id || String(one.chainId) === id))
    tell(read, `ESCROW_OPERATOR_KEYS has a key for ${id}, which is not in ESCROWS.`)
  else if (own.has(id))
    tell(
      read,
      `ESCROW_OPERATOR_KEYS must name ${id} once: what follows its one key after a comma is another one.`,
    )
  else own.set(id, keys)
  return keys
}

function isKey(text: string): boolean {
  return /^0x[0-9a-f]{64}$/i.test(text)
}

function idOf({ chainId, address }: Named): string {
  return `${chainId}=${address}`
}

/** Without a chain, these hold for the home chain alone. */
const ofOneChain: readonly string[] = ['ESCROW_EXPLORER_URL', 'ESCROW_PUBLIC_RPC_URL']

/** They may differ by chain: `12,8453=30` is 30 on 8453, and 12 elsewhere. */
const byChain = [
  'ESCROW_CONFIRMATIONS',
  'ESCROW_EXPLORER_URL',
  'ESCROW_PUBLIC_RPC_URL',
  'ESCROW_MAX_FEE',
  'ESCROW_GAS_BUDGET',
] as const

/** From the chain's coin, exact to its billionth part; null for zero. */
function inWei(coins: number): bigint | null {
  return coins === 0 ? null : BigInt(Math.max(Math.round(coins * 1e9), 1)) * 1_000_000_000n
}

function readByChain(
  read: Reader,
  named: readonly Named[],
  home: number | null,
): ReadonlyMap<number, Reader> {
  const chains = new Set(named.map(({ chainId }) => chainId))
  const values = byChain.map(name => [name, readItems(read, name)] as const)
  for (const [name, { own }] of values)
    for (const chainId of own.keys())
      if (!chains.has(chainId)) tell(read, `${name} names chain ${chainId}, which has no escrow contract.`)
  return new Map(
    [...chains].map(chainId => {
      const env = values.map(([name, { own, shared }]) => {
        const other = ofOneChain.includes(name) && chainId !== home ? undefined : shared
        return [name, own.get(chainId) ?? other]
      })
      return [chainId, createReader(Object.fromEntries(env))]
    }),
  )
}

function readItems(read: Reader, name: string) {
  const own = new Map<number, string>()
  const shared: string[] = []
  for (const item of read.list(name)) {
    const [, chain, value] = /^(\d{1,15})=(.+)$/.exec(item) ?? []
    if (value === undefined) shared.push(item)
    else own.set(Number(chain), value)
  }
  if (shared.length > 1) tell(read, `${name} must have one value without a chain: ${shared.join(', ')}.`)
  return { own, shared: shared[0] }
}

function tell({ problems }: Reader, problem: string): void {
  if (!problems.includes(problem)) problems.push(problem)
}
