import type { Quest } from '@furrow/sdk'
import { isContract } from './ask-wallet.ts'
import { approval, type Terms, termsOf, watchAllowance, watchDeposit } from './escrow-call.ts'
import { type Known, type Prompt, promptsOf, usualPrompts } from './fund-plan.ts'
import { callContract, isOnChain, type Node, toHex } from './node.ts'

/** Facts shown before the wallet asks anything. */
export type Plan = {
  readonly prompts: readonly Prompt[]
  /** null while the wallet is on another chain, where the chain's own facts cannot be read. */
  readonly onChain: {
    readonly arbiter: string
    readonly isArbiterContract: boolean
    /** The wallet's balance of the token, in its smallest unit. */
    readonly balance: bigint
    readonly isEnough: boolean
  } | null
}

/** @param batches whether the wallet may be asked for several things at once. @throws the wallet's own errors. */
export async function readPlan(node: Node, from: string, quest: Quest, batches: boolean): Promise<Plan> {
  const terms = termsOf(quest)
  const chainId = quest.funding.chainId ?? 1
  if (!(await isOnChain(node, chainId))) return { prompts: usualPrompts(terms), onChain: null }
  const [known, arbiter, balance] = await Promise.all([
    readKnown(node, from, terms, batches ? chainId : null),
    callContract(node, terms.escrow, arbiterSelector).then(toAddress),
    readBalance(node, from, terms),
  ])
  const code = String(await node('eth_getCode', [arbiter, 'latest']))
  const isEnough = known.isPaid || balance >= terms.total
  const isArbiterContract = isContract(code)
  return { prompts: promptsOf(terms, known), onChain: { arbiter, isArbiterContract, balance, isEnough } }
}

/** @param batchesOn the chain, where the wallet may be asked for several things at once */
export async function readKnown(
  node: Node,
  from: string,
  terms: Terms,
  batchesOn: number | null,
): Promise<Known> {
  const deposit = watchDeposit(terms)
  const isPaid = /[1-9a-f]/i.test((await callContract(node, deposit.to, deposit.data)).slice(2))
  if (isPaid || terms.isCoin) return { isPaid, allowance: 0n, resets: false, together: false }
  const watch = watchAllowance(terms, from)
  const allowance = BigInt(await callContract(node, watch.to, watch.data))
  if (allowance >= terms.total) return { isPaid, allowance, resets: false, together: false }
  const [resets, together] = await Promise.all([
    allowance > 0n && refusesChange(node, from, terms),
    batchesOn !== null && canSendTogether(node, from, batchesOn),
  ])
  return { isPaid, allowance, resets, together }
}

/** Tried without sending: tokens like USDT change an allowance only from nothing, and no list of them is complete. */
async function refusesChange(node: Node, from: string, terms: Terms): Promise<boolean> {
  return callContract(node, terms.token, approval(terms, terms.total), from).then(
    () => false,
    () => true,
  )
}

/** Wallets that would first have to change the account itself (`ready`) are not asked for that. */
export async function canSendTogether(node: Node, from: string, chainId: number): Promise<boolean> {
  try {
    const all = (await node('wallet_getCapabilities', [from, [toHex(chainId)]])) as Record<
      string,
      { atomic?: { status?: string } }
    >
    const own = Object.entries(all ?? {}).find(([id]) => Number(id) === chainId)?.[1]
    return own?.atomic?.status === 'supported'
  } catch {
    return false
  }
}

async function readBalance(node: Node, from: string, { token, isCoin }: Terms): Promise<bigint> {
  if (isCoin) return BigInt(String(await node('eth_getBalance', [from, 'latest'])))
  return BigInt(await callContract(node, token, `${balanceSelector}${from.slice(2).padStart(64, '0')}`))
}

/** arbiter() and balanceOf(address) */
const [arbiterSelector, balanceSelector] = ['0xfe25e00a', '0x70a08231']

function toAddress(word: string): string {
  return `0x${word.slice(-40)}`
}
