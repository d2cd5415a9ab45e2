import type { Quest } from '@furrow/sdk'
import { isContract } from './ask-wallet.ts'
import { canSendTogether } from './capabilities.ts'
import { approval, type Terms, termsOf, watchAllowance, watchDeposit } from './escrow-call.ts'
import { gasOf, type Known, type Prompt, promptsOf, usualPrompts } from './fund-plan.ts'
import { callContract, isOnChain, type Node } from './node.ts'
import { readPermitDomain } from './permit.ts'

/** Ways to ask the wallet; one that it turns out not to know is not tried again. */
export type Ways = {
  /** Several things at once. */
  readonly batches: boolean
  /** A signature in the place of an allowance. */
  readonly permits: boolean
}

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
    /** The fee of all questions, in the coin's smallest unit, about; null where the chain does not name its price. */
    readonly fee: bigint | null
    /** The community pays that fee. */
    readonly isGasPaid: boolean
  } | null
}

/** @throws the wallet's own errors. */
export async function readPlan(node: Node, from: string, quest: Quest, ways: Ways): Promise<Plan> {
  const terms = termsOf(quest)
  const chainId = quest.funding.chainId ?? 1
  if (!(await isOnChain(node, chainId))) return { prompts: usualPrompts(terms), onChain: null }
  const [known, arbiter, balance, gas, price] = await Promise.all([
    readKnown(node, from, terms, { chainId, ...ways }),
    callContract(node, terms.escrow, arbiterSelector).then(toAddress),
    readBalance(node, from, terms),
    import('./paid-gas.ts').then(({ askForGas }) => askForGas(node, from, chainId)),
    node('eth_gasPrice').then(
      answer => BigInt(String(answer)),
      () => null,
    ),
  ])
  const code = String(await node('eth_getCode', [arbiter, 'latest']))
  const isEnough = known.isPaid || balance >= terms.total
  const isArbiterContract = isContract(code)
  const prompts = promptsOf(terms, known)
  const fee = price === null ? null : price * BigInt(gasOf(prompts))
  return { prompts, onChain: { arbiter, isArbiterContract, balance, isEnough, fee, isGasPaid: gas !== null } }
}

const nothingMore = { resets: false, together: false, permit: false }

export async function readKnown(
  node: Node,
  from: string,
  terms: Terms,
  { chainId, batches, permits }: Ways & { readonly chainId: number },
): Promise<Known> {
  const deposit = watchDeposit(terms)
  const isPaid = /[1-9a-f]/i.test((await callContract(node, deposit.to, deposit.data)).slice(2))
  if (isPaid || terms.isCoin) return { isPaid, allowance: 0n, ...nothingMore }
  const watch = watchAllowance(terms, from)
  const allowance = BigInt(await callContract(node, watch.to, watch.data))
  if (allowance >= terms.total) return { isPaid, allowance, ...nothingMore }
  const [resets, together, domain] = await Promise.all([
    allowance > 0n && refusesChange(node, from, terms),
    batches && canSendTogether(node, from, chainId),
    permits && terms.takesPermits ? readPermitDomain(node, from, terms, chainId) : null,
  ])
  return { isPaid, allowance, resets, together, permit: domain !== null }
}

/** Tried without sending: tokens like USDT change an allowance only from nothing, and no list of them is complete. */
async function refusesChange(node: Node, from: string, terms: Terms): Promise<boolean> {
  return callContract(node, terms.token, approval(terms, terms.total), from).then(
    () => false,
    () => true,
  )
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
