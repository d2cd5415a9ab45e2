import type { Address } from '../../../ground/address.ts'
import { isNothing } from '../backing.ts'
import type { QuestEvent } from '../events/all.ts'
import { isOwed } from '../owed.ts'
import type { PaidWord, Quest, Worth } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { command, type Unsigned } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

type SayPaid = {
  readonly kind: 'say-paid'
  readonly by: Address
  readonly farmer: Address
  readonly transaction: string | null
}

/** The giver says that they paid where no chain shows it: it only asks for the farmer's answer, once until then. */
export const sayPaid = command<SayPaid>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, transaction }) {
    requireGiver(quest, by)
    const { payment, word } = requirePayable(quest, farmer)
    if (payment !== null)
      throw new Refusal(
        'payment-shown',
        payment.paidAt === null
          ? 'You have shown a transaction as the payment of this work; show another one in its place.'
          : `This work is shown as paid already, by transaction ${payment.hash} of chain ${payment.chainId}.`,
      )
    if (word?.receivedAt != null)
      throw new Refusal('payment-said', 'The farmer has confirmed this payment already.')
    if (word !== null && word.missedAt === null) {
      if (transaction === null || transaction === word.transaction) return []
      if (word.transaction !== null)
        throw new Refusal('payment-said', 'You have said so already: the farmer has not answered yet.')
    }
    return [{ kind: 'payment-said', farmer, transaction }]
  },
})

/** The farmer's answer to the giver's word, where no transaction is shown. */
export function receive(word: PaidWord, farmer: Address, by: Address): QuestEvent[] {
  if (by !== farmer)
    throw new Refusal('payee-only', 'No chain shows this payment: only the farmer can confirm it.')
  return word.receivedAt === null ? [{ kind: 'payment-received', farmer }] : []
}

export function miss(word: PaidWord, farmer: Address): QuestEvent[] {
  if (word.receivedAt !== null) throw new Refusal('payment-confirmed', 'You have confirmed this payment.')
  return word.missedAt === null ? [{ kind: 'payment-missed', farmer }] : []
}

type RemindPayment = { readonly kind: 'remind-payment' } & Unsigned

/** Tells the giver what they owe, once for each time that is due. */
export const remindPayment = command<RemindPayment>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest: Quest, { farmer }, { now }) {
    const work = quest.work.get(farmer)
    if (!isOwed(quest, work)) return []
    const { remindAt = null } = work.worth ?? {}
    return remindAt !== null && remindAt <= now ? [{ kind: 'payment-reminded', farmer }] : []
  },
})

/** The known payment of released work. @throws Refusal where there is nothing that a giver could pay by themselves. */
export function requirePayable(quest: Quest, farmer: Address): Pick<Worth, 'payment' | 'word'> {
  if (quest.deposit !== null)
    throw new Refusal(
      'paid-on-chain',
      'The funds of this quest are on chain: the contract itself shows what it paid.',
    )
  const work = requirePart(quest, farmer)
  if (work.status !== 'released')
    throw new Refusal(
      'work-not-released',
      `Only released work can be marked as paid; this is ${work.status}.`,
    )
  if (isNothing(work.paid ?? quest.amount))
    throw new Refusal('nothing-to-pay', 'Nothing was released to this farmer: there is nothing to pay.')
  return work.worth ?? { payment: null, word: null }
}
