import { BadRequestError } from '../errors.ts'
import type { AboutPayment, RefusePayment, SettlePayment, ShowPayment } from './commands.ts'
import type { QuestEvent } from './events.ts'
import type { Quest, ShownPayment, Transaction, Worth } from './quest.ts'
import { requireGiver, requirePart } from './requirements.ts'
import { isDone, isNothing } from './worth.ts'

/**
 * The giver shows the transaction that he paid released work with. It counts when the chain has it at its confirmations; until
 * then he may show another one: a wallet that raises a fee makes a new transaction.
 */
export function showPayment(quest: Quest, { by, farmer, chainId, hash }: ShowPayment): QuestEvent[] {
  requireGiver(quest, by)
  const before = requirePayable(quest, farmer)
  if (before !== null && isSame(before, { chainId, hash })) return []
  if (before !== null && before.paidAt !== null)
    throw new BadRequestError(
      `This work is shown as paid already, by transaction ${before.hash} of chain ${before.chainId}.`,
    )
  return [{ kind: 'payment-shown', farmer, chainId, txHash: hash }]
}

/** The chain has it at its confirmations, and it is what it should be. */
export function settlePayment(quest: Quest, command: SettlePayment): QuestEvent[] {
  const { farmer, chainId, hash, paidAt, payer } = command
  if (shownOf(quest, command)?.paidAt !== null) return []
  return [{ kind: 'payment-settled', farmer, chainId, txHash: hash, paidAt, payer }]
}

/** It was at its confirmations, and is not any more: what it gave is taken back until it is there again. */
export function reorganisePayment(quest: Quest, command: AboutPayment): QuestEvent[] {
  const { farmer, chainId, hash } = command
  const shown = shownOf(quest, command)
  if (shown === null || shown.paidAt === null) return []
  return [{ kind: 'payment-reorganised', farmer, chainId, txHash: hash }]
}

/** It is not what it should be, or never came. */
export function refusePayment(quest: Quest, command: RefusePayment): QuestEvent[] {
  const { farmer, chainId, hash, problem } = command
  const shown = shownOf(quest, command)
  if (shown === null) return []
  const taken: QuestEvent[] =
    shown.paidAt === null ? [] : reorganisePayment(quest, { ...command, kind: 'reorganise-payment' })
  return [...taken, { kind: 'payment-refused', farmer, chainId, txHash: hash, problem }]
}

/** What is shown already for released work that a transaction can have paid. */
function requirePayable(quest: Quest, farmer: ShowPayment['farmer']): ShownPayment | null {
  if (quest.deposit !== null)
    throw new BadRequestError('The funds of this quest are on chain: the contract itself shows what it paid.')
  const work = requirePart(quest, farmer)
  if (work.status !== 'released')
    throw new BadRequestError(`Only released work can be marked as paid; this is ${work.status}.`)
  if (isNothing(work.paid ?? quest.amount))
    throw new BadRequestError('Nothing was released to this farmer: there is nothing to pay.')
  return work.worth?.payment ?? null
}

/** The payment that a command is about, if it is still the one that is shown. */
function shownOf(
  { work }: Quest,
  command: AboutPayment | SettlePayment | RefusePayment,
): ShownPayment | null {
  const part = work.get(command.farmer)
  const shown = part?.status === 'released' ? (part.worth?.payment ?? null) : null
  return shown !== null && isSame(shown, command) ? shown : null
}

function isSame(one: Transaction, other: Transaction): boolean {
  return one.chainId === other.chainId && one.hash === other.hash
}

export type PaymentEvent = Extract<
  QuestEvent,
  { kind: 'payment-shown' | 'payment-settled' | 'payment-reorganised' | 'payment-refused' }
>

/** What work is worth after what happened to its payment. */
export function evolveWorth(worth: Worth, event: PaymentEvent, at: number): Worth {
  const { chainId, txHash: hash } = event
  switch (event.kind) {
    case 'payment-shown':
      return { ...worth, payment: { chainId, hash, paidAt: null } }
    case 'payment-refused':
      return { ...worth, payment: null }
    case 'payment-settled': {
      const payment = { chainId, hash, paidAt: event.paidAt }
      return makesCount(worth) ? { ...worth, payment, counts: true, countedAt: at } : { ...worth, payment }
    }
    case 'payment-reorganised': {
      const payment = { chainId, hash, paidAt: null }
      return worth.countedAt === null
        ? { ...worth, payment }
        : { ...worth, payment, counts: false, countedAt: null }
    }
  }
}

/** From when it was shown, or stood otherwise, until the chain is asked again by itself. */
export const firstPause = 4_000

/** Whether a payment gives points to work that had none. */
export function makesCount({ backing, counts }: Worth): boolean {
  return !counts && isDone(backing)
}
