import { wholeShare } from '@furrow/sdk/amount'
import { type Address, checksum } from '../../../ground/address.ts'
import type { Deed } from '../deeds.ts'
import { quiet } from '../notice.ts'
import type { ConfirmedBy, Quest, ShownPayment, Worth } from '../quest.ts'
import { event } from './event.ts'
import { ofPlace } from './place.ts'

export type PaymentEvent =
  | PaymentShown
  | PaymentFound
  | PaymentConfirmed
  | PaymentSettled
  | PaymentDenied
  | PaymentReorganised
  | PaymentRefused

type OfTransaction = { readonly farmer: Address; readonly chainId: number; readonly txHash: string }

type PaymentShown = OfTransaction & { readonly kind: 'payment-shown'; readonly part: number }

export const paymentShown = event<PaymentShown>({
  evolve: ofPayment((worth, { part }, payment) => ({
    ...takenBack(worth),
    payment: { ...payment, part, mined: null, confirmedBy: null },
  })),
  public: ['chainId', 'txHash'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  deeds: unsettle,
})

type PaymentFound = OfTransaction & {
  readonly kind: 'payment-found'
  readonly paidAt: number
  readonly payer: Address
}

export const paymentFound = event<PaymentFound>({
  evolve: ofPayment((worth, { paidAt, payer }, payment) => ({
    ...takenBack(worth),
    payment: { ...payment, mined: { at: paidAt, payer } },
  })),
  public: ['chainId', 'txHash', 'paidAt', 'payer'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, event) {
    const { farmer, payer } = event
    const from = payer === quest.giver ? 'the wallet of the giver' : checksum(payer)
    const body = `${transactionOf(event)} moved at least ${rewardOf(quest, farmer)} to ${checksum(farmer)}, from ${from}. The giver shows it as the payment of this work. It counts when the farmer confirms it, and never by itself: confirm it if it is the payment, and say that you did not receive it if it is not.`
    return [quiet([farmer], 'Is this your payment?', body)]
  },
  deeds: unsettle,
})

/** It settles with the next event. */
type PaymentConfirmed = OfTransaction & {
  readonly kind: 'payment-confirmed'
  readonly confirmedBy: ConfirmedBy
}

export const paymentConfirmed = event<PaymentConfirmed>({
  evolve: ofPayment((worth, { confirmedBy }, payment) => ({
    ...worth,
    payment: { ...payment, confirmedBy },
  })),
  public: ['chainId', 'txHash', 'confirmedBy'],
  words: [],
  movesMoney: true,
  topic: 'quest',
})

/** `payer` is null where an earlier version did not keep it. */
type PaymentSettled = OfTransaction & {
  readonly kind: 'payment-settled'
  readonly paidAt: number
  readonly payer: Address | null
}

export const paymentSettled = event<PaymentSettled>({
  evolve: ofPayment((worth, { paidAt, payer }, payment, at) => {
    const settled = {
      ...worth,
      payment: { ...payment, paidAt, mined: { at: paidAt, payer } },
      denial: null,
    }
    return worth.counts ? settled : { ...settled, counts: true, countedAt: at }
  }),
  public: ['chainId', 'txHash', 'paidAt', 'payer'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, event) {
    const body = `${transactionOf(event)} paid ${rewardOf(quest, event.farmer)} to ${checksum(event.farmer)}.`
    return [quiet([quest.giver, event.farmer], 'Paid', body)]
  },
  deeds(quest, { farmer }, at) {
    const paid = paidWorkOf(quest, farmer)
    if (paid === null) return []
    return [{ kind: 'settled', ...paid.about, countedAt: paid.worth.counts ? null : at }]
  },
})

type PaymentDenied = OfTransaction & { readonly kind: 'payment-denied' }

export const paymentDenied = event<PaymentDenied>({
  evolve: ofPayment((worth, _, payment, at) => ({
    ...takenBack(worth),
    payment,
    denial: { chainId: payment.chainId, hash: payment.hash, at },
  })),
  public: ['chainId', 'txHash'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, event) {
    const transaction = transactionOf(event).replace('T', 't')
    const body = `${checksum(event.farmer)} says that ${transaction} is no payment of this work, or did not come. It counts no more until the farmer confirms it, the platform wallet decides that it came, or you show a payment that was mined later.`
    return [quiet([quest.giver], 'Not received', body)]
  },
  deeds: unsettle,
})

/** The transaction lost its confirmations. */
type PaymentReorganised = OfTransaction & { readonly kind: 'payment-reorganised' }

export const paymentReorganised = event<PaymentReorganised>({
  evolve: ofPayment((worth, _, payment) => ({ ...takenBack(worth), payment: { ...payment, mined: null } })),
  public: ['chainId', 'txHash'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, { farmer, txHash }) {
    const body = `The chain does not have transaction ${txHash} any more, which had paid ${rewardOf(quest, farmer)} to ${checksum(farmer)}. It is looked for, for a day.`
    return [quiet([quest.giver, farmer], 'Payment in doubt', body)]
  },
  deeds: unsettle,
})

type PaymentRefused = OfTransaction & { readonly kind: 'payment-refused'; readonly problem: string }

export const paymentRefused = event<PaymentRefused>({
  evolve: ofPayment(worth => ({ ...takenBack(worth), payment: null })),
  public: ['chainId', 'txHash', 'problem'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, event) {
    const { farmer, problem } = event
    const body = `${transactionOf(event)} is no payment of ${rewardOf(quest, farmer)} to ${checksum(farmer)}: ${problem}`
    return [quiet([quest.giver], 'No payment', body)]
  },
  deeds: unsettle,
})

/** Evolves the worth of released work; `payment` is the transaction as known so far, not counted yet. */
function ofPayment<E extends PaymentEvent>(
  change: (worth: Worth, event: E, payment: ShownPayment, at: number) => Worth,
) {
  return ofPlace<E>((work, event, at) => {
    if (work?.status !== 'released' || work.worth === null)
      throw new Error(`${event.kind} cannot happen to work of ${event.farmer} that was not released`)
    const { chainId, txHash: hash } = event
    const { part, mined, confirmedBy } = work.worth.payment ?? { part: 0, mined: null, confirmedBy: null }
    const payment = { chainId, hash, part, mined, paidAt: null, confirmedBy }
    return { ...work, worth: change(work.worth, event, payment, at) }
  })
}

/** The worth without the points from a payment that stops counting. */
function takenBack(worth: Worth): Worth {
  const isTaken = worth.payment?.paidAt != null && worth.countedAt !== null
  return isTaken ? { ...worth, counts: false, countedAt: null } : worth
}

function unsettle(quest: Quest, { farmer, kind }: PaymentEvent): Deed[] {
  const paid = paidWorkOf(quest, farmer)
  if (paid === null || paid.worth.payment?.paidAt == null) return []
  return [{ kind: 'unsettled', ...paid.about, countedAt: paid.worth.countedAt, because: kind }]
}

function paidWorkOf({ amount, giver, token, work }: Quest, farmer: Address) {
  const part = work.get(farmer)
  if (part?.status !== 'released' || part.worth === null) return null
  const share = part.ending?.share ?? wholeShare
  return { worth: part.worth, about: { farmer, giver, token, amount: part.paid ?? amount, share } }
}

function rewardOf({ amount, token, work }: Quest, farmer: Address): string {
  const part = work.get(farmer)
  return `${(part?.status === 'released' ? part.paid : null) ?? amount} ${token}`
}

function transactionOf({ chainId, txHash }: OfTransaction): string {
  return `Transaction ${txHash} of chain ${chainId}`
}
