import type { Seen } from './judge.ts'
import { callContract, isOnChain, type Node, toHex } from './node.ts'
import type { Sent } from './sent.ts'

type Transaction = {
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly input: string
  readonly value: string
  readonly nonce: string
}

type Found = {
  /** The transaction's actual number; null where it is not known. */
  readonly nonce: number | null
  /** Somebody else sends it for the account. */
  readonly isCarried: boolean
}

/** The observations; null where the wallet is on another chain. */
export async function look(node: Node, sent: Sent): Promise<(Seen & Found) | null> {
  if (!(await isOnChain(node, sent.chainId))) return null
  const { hash, from, watch } = sent
  const [now, receipt, transaction, count, bundle] = await Promise.all([
    callContract(node, watch.to, watch.data),
    hash === null ? null : node('eth_getTransactionReceipt', [hash]),
    hash === null ? null : node('eth_getTransactionByHash', [hash]),
    node('eth_getTransactionCount', [from, 'latest']),
    sent.bundle === null ? null : readBundle(node, sent.bundle),
  ])
  const { status } = (receipt ?? {}) as { status?: string }
  const found = (transaction ?? null) as Transaction | null
  const isCarried = found !== null && !sameHex(found.from, from)
  const nonce = found === null || isCarried ? null : Number(found.nonce)
  return {
    changed: now !== watch.before,
    receipt: status === undefined ? null : Number(status) === 1 ? 'good' : 'refused',
    known: found !== null,
    used: Number(count) > (nonce ?? sent.nonce),
    bundle,
    nonce,
    isCarried,
  }
}

/** 100: on its way; 200: done; from 400 on it failed, in part or before it was sent. Older wallets say it in words. */
async function readBundle(node: Node, id: string): Promise<Seen['bundle']> {
  try {
    const { status } = (await node('wallet_getCallsStatus', [id])) as { status: number | string }
    if (status === 'PENDING' || (Number(status) >= 100 && Number(status) < 200)) return 'pending'
    return status === 'CONFIRMED' || (Number(status) >= 200 && Number(status) < 300) ? 'good' : 'refused'
  } catch {
    return null
  }
}

/** The transactions of calls that were sent together, as the wallet tells them once they are in the chain. */
export async function readBundleHashes(node: Node, id: string): Promise<string[]> {
  const answer = (await node('wallet_getCallsStatus', [id]).catch(() => null)) as {
    receipts?: readonly { transactionHash?: string }[]
  } | null
  const hashes = (answer?.receipts ?? []).flatMap(({ transactionHash }) => transactionHash ?? [])
  return [...new Set(hashes)]
}

/** The transaction that spent this number of its sender; null where the node does not tell. */
export async function findSpent(
  node: Node,
  { from, nonce, block }: Pick<Sent, 'from' | 'nonce' | 'block'>,
): Promise<Transaction | null> {
  const isSpentAt = async (number: number) =>
    Number(await node('eth_getTransactionCount', [from, toHex(number)])) > nonce
  let before = block
  let spent = Number(await node('eth_blockNumber'))
  if (!(await isSpentAt(spent))) return null
  while (spent - before > 1) {
    const middle = Math.floor((before + spent) / 2)
    if (await isSpentAt(middle)) spent = middle
    else before = middle
  }
  const found = (await node('eth_getBlockByNumber', [toHex(spent), true])) as {
    transactions?: readonly Transaction[]
  } | null
  const isIt = (one: Transaction) => sameHex(one.from, from) && Number(one.nonce) === nonce
  return found?.transactions?.find(isIt) ?? null
}

/** Whether it does the same: a wallet resends a call with more gas. */
export function isSameCall({ to, input, value }: Transaction, { call }: Sent): boolean {
  return sameHex(to ?? '', call.to) && sameHex(input, call.data) && BigInt(value) === BigInt(call.value)
}

function sameHex(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
