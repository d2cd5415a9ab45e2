import type { Address } from '../../../ground/address.ts'
import { second } from '../../../ground/clock.ts'
import type { QuestEvent } from '../events/all.ts'
import { type PaymentFault, sayPaymentFault } from '../fault.ts'
import type { Ended, PaidWord, Quest, ShownPayment, Transaction, Worth } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Rules } from '../rules.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireGiver } from './requirements.ts'
import { miss, receive, requirePayable } from './words-of-payment.ts'

export type AboutPayment = Unsigned & Transaction & { readonly kind: 'reorganise-payment' }

export type ShowPayment = Transaction & {
  readonly kind: 'show-payment'
  readonly by: Address
  readonly farmer: Address
  readonly part: number
  readonly proposal?: string
}

/** The payment counts once confirmed from the giver's wallet; until then a raised fee may show another transaction. */
export const showPayment = command<ShowPayment>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, command) {
    const { by, farmer, chainId, hash, part, proposal } = command
    if (proposal === undefined) requireGiver(quest, by)
    const { payment: before } = requirePayable(quest, farmer)
    if (before !== null && isSame(before, command)) return []
    if (proposal !== undefined && before !== null && !isDenied(quest, farmer, before))
      throw new Refusal(
        'payment-shown',
        `Transaction ${before.hash} of chain ${before.chainId} is shown as the payment of this work.`,
      )
    if (before !== null && before.paidAt !== null)
      throw new Refusal(
        'payment-shown',
        `This work is shown as paid already, by transaction ${before.hash} of chain ${before.chainId}.`,
      )
    return [{ kind: 'payment-shown', farmer, chainId, txHash: hash, part }]
  },
})

export type SettlePayment = Unsigned &
  Transaction & {
    readonly kind: 'settle-payment'
    readonly paidAt: number
    readonly payer: Address
    /** The passed proposal by which the payer pays in the giver's stead. */
    readonly proposal?: string | null
  }

/**
 * The chain has the transaction, confirmed. It is the payment if it was mined after the place was taken, from the
 * giver's own wallet or, by a passed proposal, the treasury. Others wait for the farmer, who alone knows their purpose,
 * and so do those older than the farmer's word that nothing was received.
 */
export const settlePayment = command<SettlePayment>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, command) {
    const { farmer, chainId, hash, paidAt, payer, proposal = null } = command
    const shown = shownOf(quest, command)
    if (shown === null) return []
    const { payment, work } = shown
    const about = { farmer, chainId, txHash: hash }
    if (isBefore(paidAt, work.acceptedAt)) return [refused(about, { code: 'too-early', minedAt: paidAt })]
    const { denial } = shown.worth
    const isGivers = payer === quest.giver || proposal !== null
    const speaksForItself = isGivers && (denial === null || !isBefore(paidAt, denial.at))
    if (speaksForItself || payment.confirmedBy !== null)
      return payment.paidAt === null
        ? [{ kind: 'payment-settled', ...about, paidAt, payer, ...(proposal !== null && { proposal }) }]
        : []
    const waits = payment.paidAt === null && payment.mined !== null
    return waits ? [] : [{ kind: 'payment-found', ...about, paidAt, payer }]
  },
})

/** A block's time is in whole seconds. */
function isBefore(mined: number, at: number): boolean {
  return mined < at - (at % second)
}

export type ConfirmPayment = {
  readonly kind: 'confirm-payment'
  readonly by: Address
  readonly farmer: Address
}

/**
 * The farmer confirms the shown payment, or the platform wallet decides that it is the one: it counts from then on.
 * Where no transaction is shown, the farmer confirms the giver's word, which counts for no points.
 */
export const confirmPayment = command<ConfirmPayment>({
  reads: 'named',
  begins: false,
  scopes: ['take'],
  decide(quest, { by, farmer }, { arbiter }) {
    if (by !== farmer) requirePlatform(quest, by, arbiter)
    const { payment, word } = requirePayable(quest, farmer)
    if (payment === null) return receive(requireWord(word), farmer, by)
    if (payment.paidAt !== null) return []
    if (payment.mined === null)
      throw new Refusal(
        'payment-not-final',
        'The chain does not have this payment at its confirmations yet; it can be confirmed as soon as it has.',
      )
    const { chainId, hash: txHash, mined } = payment
    const about = { farmer, chainId, txHash }
    return [
      { kind: 'payment-confirmed', ...about, confirmedBy: by === farmer ? 'farmer' : 'platform' },
      { kind: 'payment-settled', ...about, paidAt: mined.at, payer: mined.payer },
    ]
  },
})

function requirePlatform({ giver }: Quest, by: ConfirmPayment['by'], arbiter: Rules['arbiter']): void {
  if (by !== arbiter)
    throw new Refusal(
      'payee-only',
      'Only the farmer who was paid may confirm a payment, or the platform wallet in their stead.',
    )
  if (by === giver)
    throw new Refusal(
      'payee-only',
      'The platform wallet gave this quest: only the farmer may confirm its payments.',
    )
}

export type NotReceived = { readonly kind: 'not-received'; readonly by: Address }

/** The payment stops counting. The farmer may still confirm it, the platform wallet decide, or the giver pay anew. */
export const denyPayment = command<NotReceived>({
  reads: 'own',
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer }) {
    const { payment, word } = requirePayable(quest, farmer)
    if (payment === null) return miss(requireWord(word), farmer)
    if (payment.confirmedBy === 'farmer')
      throw new Refusal('payment-confirmed', 'You have confirmed this payment.')
    if (payment.confirmedBy === 'platform')
      throw new Refusal('payment-judged', 'The platform wallet has decided that this payment was received.')
    if (isDenied(quest, farmer, payment)) return []
    return [{ kind: 'payment-denied', farmer, chainId: payment.chainId, txHash: payment.hash }]
  },
})

function isDenied({ work }: Quest, farmer: NotReceived['by'], payment: ShownPayment): boolean {
  const part = work.get(farmer)
  const denial = part?.status === 'released' ? (part.worth?.denial ?? null) : null
  return denial !== null && isSame(denial, payment)
}

/** The transaction lost its confirmations: points from it are taken back until it has them again. */
export const reorganisePayment = command<AboutPayment>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide: takeBack,
})

function takeBack(quest: Quest, command: AboutPayment | RefusePayment): QuestEvent[] {
  const { farmer, chainId, hash } = command
  const shown = shownOf(quest, command)
  if (shown === null || shown.payment.paidAt === null) return []
  return [{ kind: 'payment-reorganised', farmer, chainId, txHash: hash }]
}

export type RefusePayment = Unsigned &
  Transaction & { readonly kind: 'refuse-payment'; readonly fault: PaymentFault }

/** The transaction is not the payment it should be, or never came. */
export const refusePayment = command<RefusePayment>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, command) {
    const { farmer, chainId, hash, fault } = command
    const shown = shownOf(quest, command)
    if (shown === null) return []
    const taken: QuestEvent[] = shown.payment.paidAt === null ? [] : takeBack(quest, command)
    return [...taken, refused({ farmer, chainId, txHash: hash }, fault)]
  },
})

type Refused = Extract<QuestEvent, { kind: 'payment-refused' }>

function refused(about: Pick<Refused, 'farmer' | 'chainId' | 'txHash'>, fault: PaymentFault): Refused {
  return { kind: 'payment-refused', ...about, problem: sayPaymentFault(fault, about.farmer), fault }
}

function shownOf(
  { work }: Quest,
  command: AboutPayment | SettlePayment | RefusePayment,
): { readonly payment: ShownPayment; readonly worth: Worth; readonly work: Ended } | null {
  const part = work.get(command.farmer)
  if (part?.status !== 'released' || part.worth === null) return null
  const { payment } = part.worth
  return payment !== null && isSame(payment, command) ? { payment, worth: part.worth, work: part } : null
}

function isSame(one: Transaction, other: Transaction): boolean {
  return one.chainId === other.chainId && one.hash === other.hash
}

/** From the showing, or another change, until the chain is asked again by itself. */
export const firstPause = 4_000

function requireWord(word: PaidWord | null): PaidWord {
  if (word === null) throw new Refusal('no-payment', 'The giver has shown no payment of this work.')
  return word
}
