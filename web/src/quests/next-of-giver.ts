import type { Assignment, Quest } from '@furrow/sdk'
import { isCrowd } from './crowd.ts'
import { isOver } from './way/is-over.ts'
import { byUrgency } from './way/way.ts'

export type NextOfGiver =
  | { readonly kind: 'pay-in' | 'desk' | 'dispute' | 'applications' | 'find-farmers' }
  | { readonly kind: 'approve' | 'pay'; readonly farmer: string }

/** The one thing that a quest waits for from its giver, the most urgent first; null where nothing does. */
export function nextOfGiver(quest: Quest): NextOfGiver | null {
  const { rail, status } = quest.funding
  const over = isOver(quest)
  if (rail === 'chain' && status === 'unfunded' && !over) return { kind: 'pay-in' }
  const [waiting] = quest.farmers.filter(place => place.status === 'in-review').toSorted(byUrgency)
  if (waiting) return isCrowd(quest) ? { kind: 'desk' } : { kind: 'approve', farmer: waiting.address }
  const owed = quest.farmers.find(place => waitsForPayment(quest, place) && !place.payment?.saidPaidAt)
  if (owed !== undefined) return { kind: 'pay', farmer: owed.address }
  if (quest.farmers.some(place => place.status === 'disputed')) return { kind: 'dispute' }
  if ((quest.applications ?? 0) > 0 && quest.status === 'open') return { kind: 'applications' }
  return needsFarmers(quest) ? { kind: 'find-farmers' } : null
}

/** Whether nobody has taken a quest that anybody could take. */
function needsFarmers({ status, farmers, paused, hidden, contest, funding }: Quest): boolean {
  return status === 'open' && farmers.length === 0 && !paused && !hidden && !contest && !funding.noticeEndsAt
}

/** Whether released work waits for the giver's own payment, on the ledger rail. */
export function waitsForPayment(quest: Quest, { payment }: Assignment): boolean {
  if (quest.funding.rail === 'chain' || quest.rewardAmount === 0) return false
  return (payment?.status === 'recorded' && !payment.receivedAt) || payment?.status === 'confirming'
}
