import type { Address } from '../../../ground/address.ts'
import { second } from '../../../ground/clock.ts'
import { release } from '../endings.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Quest, Transaction } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { countTaken } from '../status.ts'
import { command } from './command.ts'

/** A promised thanks was paid: by a transaction that the chain has at its confirmations, or by the word of both. */
export type Thank = {
  readonly kind: 'thank'
  /** The farmer for their own word; null for the chain. */
  readonly by: Address | null
  readonly farmer: Address
  readonly account: string | null
  /** When it was promised: no transaction from before pays it. */
  readonly since: number
  readonly payment: ThanksPayment | null
}

export type ThanksPayment = Transaction & {
  readonly part: number
  readonly paidAt: number
  readonly payer: Address
}

/** The one place is taken, released and paid at once: there is never an open place, and nothing is owed without a payment. */
export const thank = command<Thank>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, command, { now }) {
    const { by, farmer, account, since, payment } = command
    if (quest.thanks === null || countTaken(quest.tally) > 0) return []
    if (quest.giver === farmer) throw new Refusal('thanks-to-oneself', 'You cannot thank yourself.')
    if (payment !== null) requireFromGiver(quest, since, payment)
    else if (by !== farmer)
      throw new Refusal('payee-only', 'No chain shows this payment: only the farmer can confirm it.')
    return [
      { kind: 'accepted', farmer, account, expiresAt: now, idleAt: now, since },
      { ...release(quest, farmer, 'approved'), backing: 'idle' },
      ...(payment === null ? byWord(farmer) : byChain(farmer, payment)),
    ]
  },
})

/** @throws Refusal */
function requireFromGiver({ giver }: Quest, since: number, { paidAt, payer }: ThanksPayment): void {
  if (payer !== giver)
    throw new Refusal(
      'not-a-payment',
      'A thanks is paid from the wallet that gives it, and this came from another.',
    )
  if (paidAt < since - (since % second))
    throw new Refusal('not-a-payment', 'The transaction is from before the thanks was promised.')
}

function byChain(
  farmer: Address,
  { chainId, hash: txHash, part, paidAt, payer }: ThanksPayment,
): QuestEvent[] {
  const about = { farmer, chainId, txHash }
  return [
    { kind: 'payment-shown', ...about, part },
    { kind: 'payment-settled', ...about, paidAt, payer },
  ]
}

function byWord(farmer: Address): QuestEvent[] {
  return [
    { kind: 'payment-said', farmer, transaction: null },
    { kind: 'payment-received', farmer },
  ]
}
