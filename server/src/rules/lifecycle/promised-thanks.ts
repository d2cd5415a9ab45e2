import type { Address } from '../../ground/address.ts'
import { Refusal } from './refusal.ts'

/** A thanks before it is paid: nobody but the two knows of it, and nothing is owed. */
export type PromisedThanks = {
  readonly giver: Address
  readonly farmer: Address
  readonly lapsesAt: number
  /** When the giver said that they paid; null while they did not. */
  readonly saidAt: number | null
  readonly isPaid: boolean
}

export type ThanksAct = 'paid' | 'say-paid' | 'received' | 'not-received' | 'withdraw'

const isFarmers: ReadonlySet<ThanksAct> = new Set(['received', 'not-received'])

/** @throws Refusal where that person may not do this to the thanks, or not any more. */
export function requireActOnThanks(thanks: PromisedThanks, act: ThanksAct, by: Address, now: number): void {
  if (isFarmers.has(act) && by !== thanks.farmer)
    throw new Refusal('payee-only', 'Only the one who is thanked may answer.')
  if (!isFarmers.has(act) && by !== thanks.giver)
    throw new Refusal('giver-only', 'Only the one who thanks may do this.')
  if (thanks.isPaid) throw new Refusal('thanks-over', 'This thanks is paid already.')
  if (now >= thanks.lapsesAt)
    throw new Refusal('thanks-over', 'This promise has lapsed: nobody paid it in time. Promise it anew.')
  if (isFarmers.has(act) && thanks.saidAt === null)
    throw new Refusal('no-payment', 'The giver has not said that they paid.')
}
