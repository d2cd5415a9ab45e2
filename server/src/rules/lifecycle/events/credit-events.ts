import type { Address } from '../../../ground/address.ts'
import { toLedger } from '../../ledger/amounts.ts'
import type { Posting } from '../../ledger/posting.ts'
import type { Deed } from '../deeds.ts'
import { loud, quiet } from '../notice.ts'
import type { CreditDecision } from '../notice-values.ts'
import { type Ended, isEnded, type Quest, type Side, type Work } from '../quest.ts'
import { moveSums } from '../sums.ts'
import { shareOfCost } from '../team.ts'
import { event } from './event.ts'
import { type OfPlace, ofPlace } from './place.ts'

export type CreditEvent = CreditKept | CreditTaken

/** The contract keeps this side's part, as exact digits: the receiver did not take it. */
export type CreditKept = {
  readonly kind: 'credit-kept'
  readonly farmer: Address
  readonly side: Side
  readonly amount: string
}

export const creditKept = event<CreditKept>({
  evolve: ofEnded((work, { side }) => ({
    ...work,
    unpaid: work.unpaid === null || work.unpaid === side ? side : 'both',
  })),
  public: ['side', 'amount'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices(quest, event) {
    const { farmer, side, amount } = event
    const { giver, token } = quest
    const decision = decisionOf(quest, event)
    return [loud([giver, farmer], 'credit-kept', { farmer, side, amount, token, decision })]
  },
})

/** A farmer's credit that went to the giver, as it may after a year, was never paid. */
export type CreditTaken = {
  readonly kind: 'credit-taken'
  readonly farmer: Address
  readonly side: Side
  readonly by: Side
}

export const creditTaken = event<CreditTaken>({
  evolve(quest, event, at) {
    const before = quest.work.get(event.farmer)
    const back = isReclaim(before, event) ? toLedger(before.paid ?? '0') : 0n
    return { ...takeCredit(quest, event, at), sums: moveSums(quest.sums, { paid: -back, refunded: back }) }
  },
  public: ['side', 'by'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  notices: ({ giver }, { farmer, side, by }) => [
    quiet([giver, farmer], 'credit-taken', { farmer, side, by }),
  ],
  deeds: reclaimedDeeds,
  postings: reclaimPostings,
  // The account of a team has it now. The places of the other members come before, and none of them is the account's.
  owes: ({ work }, { farmer, side, by }) =>
    side === 'farmer' && by === 'farmer' && isOfTeam(work.get(farmer))
      ? [{ call: 'share', farmer, round: 0 }]
      : [],
})

function isOfTeam(place: Work | undefined): boolean {
  return place !== undefined && isEnded(place) && place.of === null && place.part !== null
}

const takeCredit = ofEnded<CreditTaken>((work, event, at) => {
  const left = { ...work, unpaid: withoutCredit(work.unpaid, event.side) }
  if (!isReclaim(work, event)) return left
  // Reclaimed money is booked for nobody, and proves nothing.
  const worth = work.worth && { ...work.worth, counts: false, countedAt: null }
  return { ...left, paid: '0', worth, reclaimedAt: at }
})

/** Whether the depositor took the farmer's part: the work stays released, but was not paid and never will be. */
function isReclaim(work: Work | undefined, { by, side }: CreditTaken): work is Ended {
  return side === 'farmer' && by === 'giver' && work?.status === 'released'
}

function reclaimedDeeds(quest: Quest, event: CreditTaken): Deed[] {
  const { giver, token, work } = quest
  const { farmer } = event
  const part = work.get(farmer)
  if (!isReclaim(part, event)) return []
  const { endedAt, ending, paid, worth } = part
  const countedAt = worth?.counts ? (worth.countedAt ?? endedAt) : null
  const share = shareOfCost(ending?.share, part.part)
  return [{ kind: 'reclaimed', farmer, giver, token, amount: paid ?? '0', share, countedAt }]
}

/** Released units left in the contract for a year are the giver's again: earlier bookings are not altered. */
function reclaimPostings(quest: Quest, event: CreditTaken): Posting[] {
  const { id: questId, giver, token } = quest
  const { farmer } = event
  const work = quest.work.get(farmer)
  if (!isReclaim(work, event)) return []
  const from = { account: 'released', party: farmer } as const
  const to = { account: 'refunded', party: giver } as const
  return [{ id: `reclaim:${questId}:${farmer}`, questId, token, from, to, units: toLedger(work.paid ?? '0') }]
}

function withoutCredit(unpaid: Ended['unpaid'], side: Side): Ended['unpaid'] {
  if (unpaid === 'both') return side === 'farmer' ? 'giver' : 'farmer'
  return unpaid === side ? null : unpaid
}

function decisionOf({ work }: Quest, { farmer }: CreditKept): CreditDecision {
  const part = work.get(farmer)
  if (part === undefined || !isEnded(part)) return 'unknown'
  const because = part.ending?.because
  if (because === 'split' || because === 'conceded') return because
  return part.status === 'released' ? 'for-farmer' : 'for-giver'
}

function ofEnded<E extends OfPlace>(change: (work: Ended, event: E, at: number) => Ended) {
  return ofPlace<E>((before, event, at) => {
    if (before === undefined || !isEnded(before)) throw new Error(`${event.kind} before it was decided`)
    return change(before, event, at)
  })
}
