import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'
import { askTogether, askWallet } from './ask-wallet.ts'
import { approval, orderOf, type Terms, termsOf } from './escrow-call.ts'
import type { Ending } from './follow.ts'
import { promptsOf } from './fund-plan.ts'
import { callContract, isOnChain, type Node } from './node.ts'
import { readKnown } from './read-plan.ts'
import type { Sent } from './sent.ts'
import { askingSentence, paidSentence } from './sentences.ts'

type Options = {
  readonly node: Node
  readonly from: string
  readonly batches: boolean
  readonly signal: AbortSignal
  readonly keep: (sent: Sent) => void
  readonly forget: () => void
  /** Follows a step to its end in the chain, the deposit to its confirmations. */
  readonly follow: (sent: Sent) => Promise<Ending>
  /** Whether the service knows of the deposit. */
  readonly isKnown: () => Promise<boolean>
  /** What the wallet asks next, or what is waited for. */
  readonly tell: (sentence: string) => void
}

/** The wallet does not do several things at once after all: a new plan is to be shown, and nothing was sent. */
export class NotTogetherError extends Error {}

/**
 * Pays the whole reward into the escrow: what is to be allowed first, then the deposit. What comes next is asked of the chain
 * before each step, so nothing is sent that was sent already.
 */
export async function payIn(quest: Quest, options: Options): Promise<Ending> {
  const { node, from, batches, signal, keep, forget, follow, tell } = options
  const terms = termsOf(quest)
  const chainId = quest.funding.chainId ?? 1
  const wallet = { node, from, chainId, keep, forget }
  let isAllowed = false
  for (let number = 1; !signal.aborted; number++) {
    if (!(await isOnChain(node, chainId)))
      throw new WalletProblem(t`Your wallet went to another network. Pay in again.`)
    const known = await readKnown(node, from, terms, batches ? chainId : null)
    const prompts = promptsOf(terms, known)
    const [step] = prompts
    if (step === undefined) return untilKnown(options)
    // Somebody may allow less in the wallet than he was asked for; he is not asked again and again.
    if (isAllowed && step !== 'deposit')
      throw new WalletProblem(
        t`You allowed the contract less than the quest takes. Pay in again to allow more.`,
      )
    tell(askingSentence(step, number, number - 1 + prompts.length))
    if (signal.aborted) return 'stopped'
    const sent =
      step === 'together'
        ? await payTogether(terms, known.resets, wallet)
        : await askWallet(step, orderOf(step, from, terms), wallet)
    const ending = await follow(sent)
    if (ending !== 'done' || step === 'deposit' || step === 'together') return ending
    isAllowed = step === 'allow'
    await untilRead(node, sent)
  }
  return 'stopped'
}

/** It was paid in from another device, or before this one forgot it. */
async function untilKnown({ isKnown, signal, tell }: Options): Promise<Ending> {
  tell(paidSentence)
  while (!signal.aborted) {
    if (await isKnown()) return 'done'
    await new Promise(resolve => setTimeout(resolve, 2_000))
  }
  return 'stopped'
}

async function payTogether(
  terms: Terms,
  resets: boolean,
  wallet: Parameters<typeof askTogether>[2],
): Promise<Sent> {
  const deposit = orderOf('deposit', wallet.from, terms)
  const allow = (amount: bigint) => ({ to: terms.token, data: approval(terms, amount), value: '0x0' })
  const calls = [...(resets ? [allow(0n)] : []), allow(terms.total), deposit.call]
  try {
    return await askTogether(calls, deposit, wallet)
  } catch (error) {
    const { code } = (error ?? {}) as { code?: number }
    if (code !== undefined && cannot.includes(code)) throw new NotTogetherError()
    throw error
  }
}

/** The wallet, or this chain in it, has no such thing. */
const cannot: readonly number[] = [4200, -32_601, 5700, 5710, 5740, 5760]

/** A wallet's node may be some servers, of which one is behind: what it says of the allowance is waited for. */
async function untilRead(node: Node, { watch }: Sent): Promise<void> {
  for (let round = 0; round < 10; round++) {
    if ((await callContract(node, watch.to, watch.data)) !== watch.before) return
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}
