import type { Hex, PublicClient } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import { second } from '../clock.ts'
import { oneFor } from '../one-for.ts'
import type { Chains } from './chains.ts'
import { expectChain } from './wrong-chain.ts'

export type PaymentQuestion = {
  readonly chainId: number
  readonly hash: string
  /** The zero address for the chain's own coin. */
  readonly token: Address
  readonly payee: Address
}

/** What a chain says of a transaction. */
export type FoundPayment =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unmined' }
  | { readonly kind: 'failed' }
  | {
      readonly kind: 'mined'
      /** Blocks since then, its own included. */
      readonly confirmations: number
      readonly minedAt: number
      /** What it moved to the payee, in the token's smallest unit. */
      readonly amount: bigint
      /** Who gave most of that; null where nobody gave anything. */
      readonly payer: Address | null
    }

const patience = 8 * second

/** Looks at what a transaction paid to somebody. @throws Error where the chain cannot be asked. */
export async function findPayment(chains: Chains, question: PaymentQuestion): Promise<FoundPayment> {
  const client = await chains.open(question.chainId, { signal: AbortSignal.timeout(patience) })
  const hash = question.hash as Hex
  await expectChain(client, question.chainId)
  // Before the transaction, so that it never seems older than it is.
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const receipt = await orNull(client.getTransactionReceipt({ hash }))
  if (receipt === null)
    return (await orNull(client.getTransaction({ hash }))) === null ? { kind: 'absent' } : { kind: 'unmined' }
  if (receipt.status !== 'success') return { kind: 'failed' }
  const moved =
    question.token === zeroAddress ? await coinMoved(client, hash) : tokensMoved(receipt.logs, question.token)
  const own = moved.filter(({ from, to }) => to === question.payee && from !== question.payee)
  const [largest] = own.toSorted((a, b) => (a.amount > b.amount ? -1 : 1))
  const { timestamp } = await client.getBlock({ blockNumber: receipt.blockNumber })
  return {
    kind: 'mined',
    confirmations: Math.max(0, Number(head - receipt.blockNumber) + 1),
    minedAt: Number(timestamp) * second,
    amount: own.reduce((sum, { amount }) => sum + amount, 0n),
    payer: largest?.from ?? null,
  }
}

type Movement = { readonly from: Address; readonly to: Address; readonly amount: bigint }

async function coinMoved(client: PublicClient, hash: Hex): Promise<Movement[]> {
  const { from, to, value } = await client.getTransaction({ hash })
  return to === null || value === 0n ? [] : [{ from: toAddress(from), to: toAddress(to), amount: value }]
}

/** keccak256 of `Transfer(address,address,uint256)`. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Log = { readonly address: string; readonly topics: readonly string[]; readonly data: string }

/** An ERC-721 transfer has the same name, and its number among the topics. */
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

/** viem throws where a node answers null. */
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

/** How many decimals a token has: asked once. @throws Error where the chain cannot be asked. */
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
