import type { Address } from '../../../ground/address.ts'
import { never } from '../../../ground/clock.ts'
import { quiet } from '../notice.ts'
import { reminders } from '../owed.ts'
import type { Ended, PaidWord, Quest, Worth } from '../quest.ts'
import { event } from './event.ts'
import { ofPlace } from './place.ts'

export type WordEvent = PaymentSaid | PaymentReceived | PaymentMissed | PaymentReminded

/** The giver says that they paid; the transaction is theirs to name, and nobody looks it up. */
type PaymentSaid = {
  readonly kind: 'payment-said'
  readonly farmer: Address
  readonly transaction: string | null
}

export const paymentSaid = event<PaymentSaid>({
  evolve: ofWorth((worth, { transaction }, at) => ({
    ...worth,
    word: { saidAt: at, transaction, receivedAt: null, missedAt: null },
  })),
  public: ['transaction'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  // A thanks is there because its farmer has answered.
  notices: (quest, { farmer, transaction }) =>
    quest.thanks === null
      ? [quiet([farmer], 'payment-said', { farmer, ...sumOf(quest, farmer), transaction })]
      : [],
})

/** It gives no points: two who agree could say anything. */
type PaymentReceived = { readonly kind: 'payment-received'; readonly farmer: Address }

export const paymentReceived = event<PaymentReceived>({
  evolve: ofWord((word, at) => ({ ...word, receivedAt: at, missedAt: null })),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices: (quest, { farmer }) => [
    quiet([quest.giver], 'payment-received', { farmer, ...sumOf(quest, farmer) }),
  ],
})

type PaymentMissed = { readonly kind: 'payment-missed'; readonly farmer: Address }

export const paymentMissed = event<PaymentMissed>({
  evolve: ofWord((word, at) => ({ ...word, missedAt: at })),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices: (quest, { farmer }) => [
    quiet([quest.giver], 'payment-missed', { farmer, ...sumOf(quest, farmer) }),
  ],
})

type PaymentReminded = { readonly kind: 'payment-reminded'; readonly farmer: Address }

export const paymentReminded = event<PaymentReminded>({
  evolve: ofPlace<PaymentReminded>((work, { farmer }, at) => {
    const before = requireReleased(work, farmer)
    return { ...before, worth: { ...before.worth, remindAt: nextReminder(before.endedAt ?? at, at) } }
  }),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'payment',
  notices: (quest, { farmer }) => [
    quiet([quest.giver], 'payment-owed', { farmer, ...sumOf(quest, farmer), since: endedAt(quest, farmer) }),
  ],
})

/** Reminders that were missed while nothing ran are not made up for. */
export function nextReminder(since: number, now: number): number {
  const next = reminders.find(after => since + after > now)
  return next === undefined ? never : since + next
}

function ofWorth<E extends WordEvent>(change: (worth: Worth, event: E, at: number) => Worth) {
  return ofPlace<E>((work, event, at) => {
    const before = requireReleased(work, event.farmer)
    return { ...before, worth: change(before.worth, event, at) }
  })
}

function ofWord<E extends WordEvent>(change: (word: PaidWord, at: number) => PaidWord) {
  return ofWorth<E>((worth, { kind }, at) => {
    if (worth.word === null) throw new Error(`${kind} cannot happen where nobody said that it was paid`)
    return { ...worth, word: change(worth.word, at) }
  })
}

function requireReleased(
  work: Quest['work'] extends ReadonlyMap<Address, infer W> ? W | undefined : never,
  farmer: Address,
): Ended & { readonly worth: Worth } {
  if (work?.status !== 'released' || work.worth === null)
    throw new Error(`the work of ${farmer} was not released`)
  return { ...work, worth: work.worth }
}

function sumOf({ amount, token, work }: Quest, farmer: Address) {
  const part = work.get(farmer)
  return { amount: (part?.status === 'released' ? part.paid : null) ?? amount, token }
}

function endedAt({ work }: Quest, farmer: Address): number {
  const part = work.get(farmer)
  return (part?.status === 'released' ? part.endedAt : null) ?? 0
}
