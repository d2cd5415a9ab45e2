import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'
import { askTogether, askWallet } from './ask-wallet.ts'
import { approval, orderOf, type Terms, termsOf } from './escrow-call.ts'
import type { Ending } from './follow.ts'
import { promptsOf } from './fund-plan.ts'
import { callContract, isOnChain, type Node } from './node.ts'
import { NoPermitError, readPermitDomain, signPermit } from './permit.ts'
import { readKnown, type Ways } from './read-plan.ts'
import type { Sent } from './sent.ts'
import { askingSentence, paidSentence } from './sentences.ts'

type Options = Pick<Parameters<typeof askWallet>[2], 'askForGas'> & {
  readonly node: Node
  readonly from: string
  readonly ways: Ways
  readonly signal: AbortSignal
  readonly keep: (sent: Sent) => void
  readonly forget: () => void
  /** Follows a step to its end in the chain, the deposit to its confirmations. */
  readonly follow: (sent: Sent) => Promise<Ending>
  /** Whether the service knows of the deposit. */
  readonly isKnown: () => Promise<boolean>
  /** The wallet's next question, or the reason for a wait. */
  readonly tell: (sentence: string) => void
}

/** The wallet cannot send several calls at once after all: a new plan is to be shown, and nothing was sent. */
export class NotTogetherError extends Error {}

/**
 * Pays the whole reward into the escrow: the allowance first, then the deposit. The chain is asked for the next step before
 * each one, so nothing is sent twice.
 */
export async function payIn(quest: Quest, options: Options): Promise<Ending> {
  const { node, from, ways, signal, keep, forget, follow, tell, askForGas } = options
  const terms = termsOf(quest)
  const chainId = quest.funding.chainId ?? 1
  const wallet = { node, from, chainId, keep, forget, ...(askForGas && { askForGas }) }
  let isAllowed = false
  for (let number = 1; !signal.aborted; number++) {
    if (!(await isOnChain(node, chainId)))
      throw new WalletProblem(t`Your wallet went to another network. Pay in again.`)
    const known = await readKnown(node, from, terms, { chainId, ...ways })
    const prompts = promptsOf(terms, known)
    const [step] = prompts
    if (step === undefined) return untilKnown(options)
    // The owner may allow less in the wallet than was asked; the wallet does not ask again and again.
    if (isAllowed && step !== 'deposit')
      throw new WalletProblem(
        t`You allowed the contract less than the quest takes. Pay in again to allow more.`,
      )
    tell(askingSentence(step, number, number - 1 + prompts.length))
    if (signal.aborted) return 'stopped'
    if (step === 'permit') return payPermitted(terms, wallet, options)
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

/** The signature is not kept: without its deposit it is worth nothing, and a new one is asked for. */
async function payPermitted(
  terms: Terms,
  wallet: Parameters<typeof askWallet>[2],
  { follow, signal, tell }: Options,
): Promise<Ending> {
  const { node, from, chainId } = wallet
  const domain = await readPermitDomain(node, from, terms, chainId)
  if (domain === null) throw new NoPermitError()
  const order = await signPermit(node, from, terms, domain)
  if (signal.aborted) return 'stopped'
  tell(askingSentence('deposit', 2, 2))
  return follow(await askWallet('deposit', order, wallet))
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

/** Codes by which the wallet, or this chain in it, says that it has no such method. */
const cannot: readonly number[] = [4200, -32_601, 5700, 5710, 5740, 5760]

/** A wallet's node may be several servers, one of them behind: waits until the new allowance is read. */
async function untilRead(node: Node, { watch }: Sent): Promise<void> {
  for (let round = 0; round < 10; round++) {
    if ((await callContract(node, watch.to, watch.data)) !== watch.before) return
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}
