import { day } from '../../ground/clock.ts'
import { isNothing } from './backing.ts'
import type { Ended, Quest, ShownPayment, Work } from './quest.ts'

/** From the release until the giver is told that they owe it. */
export const reminders: readonly number[] = [day, 3 * day, 7 * day]

/** Released in the ledger, and neither paid nor waiting for the farmer's word: the giver owes it. */
export function isOwed({ amount, deposit }: Quest, work: Work | undefined): work is Ended {
  if (deposit !== null || work?.status !== 'released' || isNothing(work.paid ?? amount)) return false
  if (work.worth === null) return false
  const { denial, payment, word } = work.worth
  if (word !== null && (word.receivedAt !== null || word.missedAt === null)) return false
  if (payment === null) return true
  const isDenied = denial !== null && denial.hash === payment.hash && denial.chainId === payment.chainId
  return isDenied && isWaiting(payment)
}

function isWaiting({ mined, paidAt }: ShownPayment): boolean {
  return mined !== null && paidAt === null
}
