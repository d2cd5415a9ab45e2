import type { Hex, PublicClient, TransactionReceipt } from 'viem'
import { type Address, toAddress } from '../address.ts'
import { traceCoin } from './inner-calls.ts'
import { type Movement, sumOf } from './movements.ts'

type CoinQuestion = {
  readonly payee: Address
  /** The payer to look for; others are found only if the chain names them. */
  readonly giver: Address
}

/**
 * The coin that a transaction moved to the payee, also in inner calls, as a Safe, an ERC-4337 account and a batcher
 * pay. A tracing node knows; else the block's logs and balances, if nothing else there can have moved them. null if it
 * cannot be known.
 */
export type CoinReader = (question: CoinQuestion) => Promise<Movement[] | null>

type Open = () => Promise<PublicClient>

const plain = 21_000n

export function createCoinReader(open: Open, receipt: TransactionReceipt): CoinReader {
  const { gasUsed, transactionHash: hash } = receipt
  const outer = once(async () => (await open()).getTransaction({ hash }))
  const inner = once(async () => (await traceCoin(await open(), hash)) ?? loggedCoin(receipt))
  return async question => {
    const { from, to, value } = await outer()
    if (to !== null && toAddress(to) === question.payee && value > 0n)
      return [{ from: toAddress(from), to: question.payee, amount: value }]
    if (gasUsed <= plain) return []
    return (await inner()) ?? (await balanceCoin(await open(), receipt, question))
  }
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => {
    asked ??= ask()
    return asked
  }
}

/** Addresses under which chains log their coin as a token, of ERC-7528 and ERC-7708. Nobody has their keys. */
const coinLoggers: ReadonlySet<string> = new Set([
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xfffffffffffffffffffffffffffffffffffffffe',
])
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** null if this chain does not log its coin. */
function loggedCoin({ logs }: TransactionReceipt): Movement[] | null {
  const moved = logs.flatMap(({ address, topics: [name, from, to], data }) =>
    coinLoggers.has(address.toLowerCase()) && name === transfer && from !== undefined && to !== undefined
      ? [{ from: addressIn(from), to: addressIn(to), amount: BigInt(data) }]
      : [],
  )
  return moved.length === 0 ? null : moved
}

/** keccak256 of `SafeReceived(address,uint256)`. */
const safeReceived = '0x3d0ce9bfc3ed7d6862dbb28b2dea94561fe714a1b4d019aa8af39730d1ad7c3d'

/**
 * The growth of the payee's balance in the block, if nothing else in it can have moved that: the giver's balance fell by as
 * much, or the payee, a Safe, logged the sender. null otherwise, or if the node does not keep old balances.
 */
async function balanceCoin(
  client: PublicClient,
  receipt: TransactionReceipt,
  { giver, payee }: CoinQuestion,
): Promise<Movement[] | null> {
  try {
    if (!(await isAlone(client, receipt, [payee, giver]))) return null
    const grown = await growthOf(client, receipt.blockNumber, payee)
    if (grown <= 0n) return grown === 0n ? [] : null
    const logged = receivedBySafe(receipt, payee)
    if (logged.length > 0) return sumOf(logged) <= grown ? logged : null
    const called = receipt.to === null ? [] : [toAddress(receipt.to)]
    for (const payer of new Set([giver, ...called])) {
      if (payer === payee) continue
      const fallen = -(await growthOf(client, receipt.blockNumber, payer))
      if (fallen >= grown) return [{ from: payer, to: payee, amount: grown }]
    }
    return null
  } catch (error) {
    if (await isUnreadable(error)) return null
    throw error
  }
}

function receivedBySafe({ logs }: TransactionReceipt, payee: Address): Movement[] {
  return logs.flatMap(({ address, topics: [name, sender], data }) =>
    toAddress(address) === payee && name === safeReceived && sender !== undefined
      ? [{ from: addressIn(sender), to: payee, amount: BigInt(data) }]
      : [],
  )
}

/** The account that sends the first transaction of every block of an OP Stack chain. */
const depositor = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001'

/** Whether no other transaction of the block, nor the reward for the block, can have moved the coin of these accounts. */
async function isAlone(
  client: PublicClient,
  { blockHash, transactionHash }: TransactionReceipt,
  accounts: readonly Address[],
): Promise<boolean> {
  const block = await client.getBlock({ blockHash, includeTransactions: true })
  const isTheirs = (address: string | null | undefined) =>
    address != null && accounts.some(account => account === address.toLowerCase())
  const withdrawn = (block.withdrawals ?? []).some(({ address }) => isTheirs(address))
  if (withdrawn || isTheirs(block.miner)) return false
  return block.transactions.every(
    ({ from, gas, hash, to }) =>
      hash === transactionHash ||
      from.toLowerCase() === depositor ||
      (gas <= plain && !isTheirs(from) && !isTheirs(to)),
  )
}

async function growthOf(client: PublicClient, blockNumber: bigint, address: Address): Promise<bigint> {
  const [before, after] = await Promise.all([
    client.getBalance({ address, blockNumber: blockNumber - 1n }),
    client.getBalance({ address, blockNumber }),
  ])
  return after - before
}

/** Whether the node answered, but no longer has such a balance. */
async function isUnreadable(error: unknown): Promise<boolean> {
  const { BaseError, RpcRequestError } = await import('viem')
  return error instanceof BaseError && error.walk(cause => cause instanceof RpcRequestError) !== null
}

function addressIn(topic: Hex): Address {
  return toAddress(`0x${topic.slice(-40)}`)
}
