import {
  callsOf,
  leftOf,
  NoPermitError,
  type PayIn,
  permit2Of,
  permitOf,
  readKnown,
  stepsOf,
  triedCall,
  type Ways,
} from '@furrow/sdk/escrow'
import { t } from '@lingui/core/macro'
import { WalletProblem } from '../../auth/wallets.ts'
import { askTogether, askWallet } from './ask-wallet.ts'
import { orderOf, watchDeposit } from './escrow-call.ts'
import type { Ending } from './follow.ts'
import { callContract, isOnChain, type Node } from './node.ts'
import { waysOf } from './read-plan.ts'
import type { Sent } from './sent.ts'
import { askingSentence, paidSentence } from './sentences.ts'

export { NoPermitError } from '@furrow/sdk/escrow'

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
export async function payIn(wanted: PayIn, options: Options): Promise<Ending> {
  const { node, from, signal, keep, forget, follow, tell, askForGas } = options
  const { chainId } = wanted
  const wallet = { node, from, chainId, keep, forget, ...(askForGas && { askForGas }) }
  const ways = await waysOf(node, from, wanted, options.ways)
  let isAllowed = false
  for (let number = 1; !signal.aborted; number++) {
    if (!(await isOnChain(node, chainId)))
      throw new WalletProblem(t`Your wallet went to another network. Pay in again.`)
    const left = await leftOf(node, wanted)
    if (left === null) return untilKnown(options)
    const known = await readKnown(node, from, left, ways)
    const steps = stepsOf(left, known)
    const [step = 'deposit'] = steps
    // The owner may allow less in the wallet than was asked; the wallet does not ask again and again.
    if (isAllowed && step !== 'deposit')
      throw new WalletProblem(
        t`You allowed the contract less than the quest takes. Pay in again to allow more.`,
      )
    tell(askingSentence(step, number, number - 1 + steps.length))
    if (signal.aborted) return 'stopped'
    if (step === 'permit' || step === 'permit2') return payPermitted(step, left, wallet, options)
    const sent =
      step === 'together'
        ? await payTogether(left, callsOf(left, known), wallet)
        : await askWallet(step, orderOf(step, from, left, known.accepts), wallet)
    const ending = await follow(sent)
    if (ending !== 'done' || step === 'deposit' || step === 'together') return ending
    isAllowed = step === 'allow'
    await untilRead(node, sent)
  }
  return 'stopped'
}

/** The signature is not kept: without its deposit it is worth nothing, and a new one is asked for. */
async function payPermitted(
  kind: 'permit' | 'permit2',
  left: PayIn,
  wallet: Parameters<typeof askWallet>[2],
  { follow, signal, tell }: Options,
): Promise<Ending> {
  const { node, from } = wallet
  const permit = await (kind === 'permit' ? permitOf : permit2Of)(node, from, left)
  const call = await triedCall(node, from, permit, await sign(node, from, permit.words))
  if (signal.aborted) return 'stopped'
  tell(askingSentence('deposit', 2, 2))
  return follow(await askWallet('deposit', { call, watch: watchDeposit(left) }, wallet))
}

/** Codes by which a wallet says that it signs no such thing. */
const cannotSign: readonly number[] = [4200, -32_601]

async function sign(node: Node, from: string, words: object): Promise<string> {
  try {
    return String(await node('eth_signTypedData_v4', [from, JSON.stringify(words)]))
  } catch (error) {
    const { code } = (error ?? {}) as { code?: number }
    if (code !== undefined && cannotSign.includes(code)) throw new NoPermitError()
    throw error
  }
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
  left: PayIn,
  calls: Parameters<typeof askTogether>[0],
  wallet: Parameters<typeof askTogether>[2],
): Promise<Sent> {
  const deposit = orderOf('deposit', wallet.from, left)
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
