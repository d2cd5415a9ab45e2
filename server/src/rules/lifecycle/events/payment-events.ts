import type { Address } from '../../../ground/address.ts'
import type { Deed } from '../deeds.ts'
import type { PaymentFault } from '../fault.ts'
import { quiet } from '../notice.ts'
import type { ConfirmedBy, Quest, ShownPayment, Worth } from '../quest.ts'
import { isFinished, shareOfCost } from '../team.ts'
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
  notices(quest, { farmer, chainId, txHash, payer: by }) {
    const payer = by === quest.giver ? null : by
    return [quiet([farmer], 'payment-found', { farmer, ...rewardOf(quest, farmer), chainId, txHash, payer })]
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
  readonly proposal?: string
}

export const paymentSettled = event<PaymentSettled>({
  evolve: ofPayment((worth, { paidAt, payer, proposal = null }, payment, at, { contest }) => {
    const settled = {
      ...worth,
      payment: { ...payment, paidAt, mined: { at: paidAt, payer }, proposal },
      denial: null,
    }
    const countsElsewhere = worth.backing === 'companion' || contest !== null
    return worth.counts || countsElsewhere ? settled : { ...settled, counts: true, countedAt: at }
  }),
  public: ['chainId', 'txHash', 'paidAt', 'payer', 'proposal'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, { farmer, chainId, txHash }) {
    const values = { farmer, ...rewardOf(quest, farmer), chainId, txHash }
    return [quiet([quest.giver, farmer], 'payment-settled', values)]
  },
  deeds(quest, { farmer }, at) {
    const paid = paidWorkOf(quest, farmer)
    if (paid === null) return []
    return [
      { kind: 'settled', ...paid.about, countedAt: paid.worth.counts || quest.contest !== null ? null : at },
    ]
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
  notices: ({ giver }, { farmer, chainId, txHash }) => [
    quiet([giver], 'payment-denied', { farmer, chainId, txHash }),
  ],
  deeds: unsettle,
})

type PaymentReorganised = OfTransaction & { readonly kind: 'payment-reorganised' }

export const paymentReorganised = event<PaymentReorganised>({
  evolve: ofPayment((worth, _, payment) => ({ ...takenBack(worth), payment: { ...payment, mined: null } })),
  public: ['chainId', 'txHash'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, { farmer, chainId, txHash }) {
    const values = { farmer, ...rewardOf(quest, farmer), chainId, txHash }
    return [quiet([quest.giver, farmer], 'payment-reorganised', values)]
  },
  deeds: unsettle,
})

type PaymentRefused = OfTransaction & {
  readonly kind: 'payment-refused'
  readonly problem: string
  /** Events of before it was kept have its sentence alone. */
  readonly fault?: PaymentFault
}

export const paymentRefused = event<PaymentRefused>({
  evolve: ofPayment(worth => ({ ...takenBack(worth), payment: null })),
  public: ['chainId', 'txHash', 'problem', 'fault'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, { farmer, chainId, txHash, problem, fault = null }) {
    const values = { farmer, ...rewardOf(quest, farmer), chainId, txHash, problem, fault }
    return [quiet([quest.giver], 'payment-refused', values)]
  },
  deeds: unsettle,
})

/** Evolves the worth of released work; `payment` is the transaction as known so far, not counted yet. */
function ofPayment<E extends PaymentEvent>(
  change: (worth: Worth, event: E, payment: ShownPayment, at: number, quest: Quest) => Worth,
) {
  return ofPlace<E>((work, event, at, quest) => {
    if (work?.status !== 'released' || work.worth === null)
      throw new Error(`${event.kind} cannot happen to work of ${event.farmer} that was not released`)
    const { chainId, txHash: hash } = event
    const { part, mined, confirmedBy } = work.worth.payment ?? { part: 0, mined: null, confirmedBy: null }
    const payment = { chainId, hash, part, mined, paidAt: null, confirmedBy, proposal: null }
    return { ...work, worth: change(work.worth, event, payment, at, quest) }
  })
}

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
  const share = shareOfCost(part.ending?.share, part.part)
  const partial = !isFinished(part.of, part.part) && { partial: true as const }
  return {
    worth: part.worth,
    about: { farmer, giver, token, amount: part.paid ?? amount, share, ...partial },
  }
}

function rewardOf({ amount, token, work }: Quest, farmer: Address): { amount: string; token: string } {
  const part = work.get(farmer)
  return { amount: (part?.status === 'released' ? part.paid : null) ?? amount, token }
}
