import type { Hex, TransactionReceipt } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import { second } from '../clock.ts'
import { oneFor } from '../one-for.ts'
import type { Chains } from './chains.ts'
import { type CoinReader, createCoinReader } from './coin-moved.ts'
import type { Movement } from './movements.ts'
import { expectChain } from './wrong-chain.ts'

export type PaymentQuestion = {
  readonly chainId: number
  readonly hash: string
  /** The zero address for the chain's own coin. */
  readonly token: Address
  readonly payee: Address
  readonly giver: Address
}

export type FoundPayment =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unmined' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'mined'
      /** Blocks since then, including its own. */
      readonly confirmations: number
      readonly minedAt: number
      /** Movements to the payee; null if the chain's node cannot say. */
      readonly movements: readonly Movement[] | null
    }

const patience = 8 * second

type Seen =
  | Exclude<FoundPayment, { readonly kind: 'mined' }>
  | {
      readonly kind: 'mined'
      readonly confirmations: number
      readonly minedAt: number
      readonly receipt: TransactionReceipt
      readonly coin: CoinReader
    }

/** Reads each transaction once, however many works it paid; made anew for each look at a chain. */
export type Sight = (chainId: number, hash: string) => Promise<Seen>

export function createSight(chains: Chains): Sight {
  const seen = new Map<string, Promise<Seen>>()
  return (chainId, hash) => {
    const key = `${chainId} ${hash}`
    const known = seen.get(key)
    if (known !== undefined) return known
    const asked = readTransaction(chains, chainId, hash as Hex)
    seen.set(key, asked)
    return asked
  }
}

async function readTransaction(chains: Chains, chainId: number, hash: Hex): Promise<Seen> {
  const open = () => chains.open(chainId, { signal: AbortSignal.timeout(patience) })
  const client = await open()
  await expectChain(client, chainId)
  // Read before the transaction, so that it never seems older than it is.
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const receipt = await orNull(client.getTransactionReceipt({ hash }))
  if (receipt === null)
    return (await orNull(client.getTransaction({ hash }))) === null ? { kind: 'absent' } : { kind: 'unmined' }
  if (receipt.status !== 'success') return { kind: 'failed' }
  const { timestamp } = await client.getBlock({ blockNumber: receipt.blockNumber })
  return {
    kind: 'mined',
    confirmations: Math.max(0, Number(head - receipt.blockNumber) + 1),
    minedAt: Number(timestamp) * second,
    receipt,
    coin: createCoinReader(open, receipt),
  }
}

/** Reads what a transaction paid to somebody. @throws Error if the chain cannot be asked. */
export async function findPayment(sight: Sight, question: PaymentQuestion): Promise<FoundPayment> {
  const { chainId, giver, hash, payee, token } = question
  const seen = await sight(chainId, hash)
  if (seen.kind !== 'mined') return seen
  const { coin, confirmations, minedAt, receipt } = seen
  const moved = token === zeroAddress ? await coin({ payee, giver }) : tokensMoved(receipt.logs, token)
  const movements = moved === null ? null : moved.filter(({ from, to }) => to === payee && from !== payee)
  return { kind: 'mined', confirmations, minedAt, movements }
}

/** keccak256 of `Transfer(address,address,uint256)`. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** An ERC-721 transfer has the same name, but its number is among the topics. */
function tokensMoved(logs: readonly Log[], token: Address): Movement[] {
  return logs.flatMap(({ address, topics: [name, from, to, more], data }) => {
    if (toAddress(address) !== token || name !== transfer || from === undefined || to === undefined) return []
    if (more !== undefined || data.length !== 66) return []
    return [{ from: addressIn(from), to: addressIn(to), amount: BigInt(data) }]
  })
}

function addressIn(topic: string): Address {
  return toAddress(`0x${topic.slice(-40)}`)
}

/** viem throws if a node answers null. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    const { BaseError, TransactionNotFoundError, TransactionReceiptNotFoundError } = await import('viem')
    const isMissing =
      error instanceof BaseError &&
      error.walk(
        cause =>
          cause instanceof TransactionNotFoundError || cause instanceof TransactionReceiptNotFoundError,
      ) !== null
    if (isMissing) return null
    throw error
  }
}

const decimalsOf = oneFor((_: Chains) => new Map<string, number>())

/** A token's decimals, asked for once. @throws Error if the chain cannot be asked. */
export async function readTokenDecimals(chains: Chains, chainId: number, token: Address): Promise<number> {
  if (token === zeroAddress) return 18
  const key = `${chainId} ${token}`
  const known = decimalsOf(chains).get(key)
  if (known !== undefined) return known
  const { erc20Abi } = await import('viem')
  const client = await chains.open(chainId, { signal: AbortSignal.timeout(patience) })
  await expectChain(client, chainId)
  const decimals = await client.readContract({ abi: erc20Abi, address: token, functionName: 'decimals' })
  decimalsOf(chains).set(key, decimals)
  return decimals
}
