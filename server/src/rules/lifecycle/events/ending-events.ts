import { mostSharedAtOnce } from '@furrow/sdk/amount'
import type { Address } from '../../../ground/address.ts'
import { fromLedger, toLedger } from '../../ledger/amounts.ts'
import type { Posting } from '../../ledger/posting.ts'
import { isNothing } from '../backing.ts'
import type { Call } from '../calls.ts'
import type { Deed } from '../deeds.ts'
import { loud, quiet, type Said } from '../notice.ts'
import { firstRightMs } from '../plan.ts'
import { move } from '../postings.ts'
import {
  type Asked,
  type Backing,
  type Ended,
  isEnded,
  liveWork,
  type Quest,
  type RefundedBecause,
  type ReleasedBecause,
  type Work,
} from '../quest.ts'
import { moveSums } from '../sums.ts'
import type { TenThousandths } from '../ten-thousandths.ts'
import { event } from './event.ts'
import { approvalsOf, ofLive, ofPlace, proposalsOf } from './place.ts'
import { releasedDeed, worthOf } from './releases.ts'

export type EndingEvent = PaymentAsked | WorkReleased | WorkRefunded

/** The contract is asked to pay, or to end a dispute. */
type PaymentAsked = {
  readonly kind: 'payment-asked'
  readonly farmer: Address
  readonly call: Extract<Asked, 'release' | 'settle'>
}

export const paymentAsked = event<PaymentAsked>({
  evolve: ofLive((work, { call }) => ({ ...work, asked: new Set([...work.asked, call]) })),
  public: ['call'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  owes: (_, { farmer, call }) => [{ call, farmer, round: 0 }],
})

export type WorkReleased = {
  readonly kind: 'released'
  readonly farmer: Address
  readonly because: ReleasedBecause
  readonly paid: string
  readonly refunded: string
  readonly share?: TenThousandths
  /** The farmer's share of what is released for a shared place, in ten-thousandths; `paid` is their part. */
  readonly part?: number
  readonly reason?: string
  /** How many others owe the farmer more for it, and what in sum; for the one of them that tells it. */
  readonly told?: { readonly count: number; readonly amount: string }
  /** A part waits in the contract, as the next event says. */
  readonly unpaid?: true
  /** Why it counts for points, or not; absent where an earlier version released it, which always counts. */
  readonly backing?: Backing
  readonly counts?: boolean
}

export const released = event<WorkReleased>({
  evolve: (quest, event, at) => ({
    ...end(quest, event, at),
    sums: moveSums(quest.sums, { paid: toLedger(event.paid), refunded: toLedger(event.refunded) }),
  }),
  public: ['because', 'paid', 'refunded', 'share', 'part', 'reason', 'backing', 'counts', 'unpaid'],
  words: ['reason'],
  movesMoney: true,
  topic: 'payment',
  isGiversOnChain: ({ because }) => because === 'approved',
  drops: (quest, { farmer }) => approvalsOf(quest, farmer),
  owes(quest, { farmer, part, unpaid }) {
    const work = liveWork(quest, farmer)
    // The other winners have taken their places just now.
    if (quest.contest?.payout && work?.status !== 'accepted') return sharePrizes(quest, farmer)
    return part === undefined || unpaid || work?.team.splitter === undefined
      ? []
      : [{ call: 'share', farmer, round: 0 }]
  },
  notices(quest, event, { now }) {
    return [...tellOfRelease(quest, event), ...tellOfNext(quest, event.farmer, now)]
  },
  deeds: (quest, event) => [
    ...unheld(quest, event.farmer),
    releasedDeed(quest, event),
    ...lost(quest, event),
  ],
  postings: (quest, event) => [
    move(
      quest,
      event.part === undefined
        ? `release:${quest.id}:${event.farmer}`
        : `release:${quest.id}:${event.farmer}:${event.farmer}`,
      toLedger(event.paid),
      'held',
      'released',
      event.farmer,
    ),
    // A whole payment is not also a refund of nothing.
    ...(toLedger(event.refunded) === 0n ? [] : [refundPosting(quest, event)]),
  ],
})

/** A call for so many payees: the winners, and the one to whom prizes go back. */
function sharePrizes({ contest }: Quest, farmer: Address): Call[] {
  const payees = (contest?.decided?.paid ?? 0) + (isNothing(contest?.payout?.returned ?? '0') ? 0 : 1)
  const rounds = Math.ceil(payees / mostSharedAtOnce)
  return Array.from({ length: rounds }, (_, round) => ({ call: 'share', farmer, round }))
}

function tellOfRelease(quest: Quest, event: WorkReleased): Said[] {
  const { unpaid, farmer, paid, part, refunded, because, reason } = event
  const { contest, deposit, giver, thanks, token } = quest
  if (unpaid) return []
  if (quest.companionOf !== null && deposit === null && !isDisputed(quest, farmer))
    return tellOfBackers(quest, event)
  if (thanks !== null) return [quiet([farmer], 'thanked', { giver, amount: paid, token, thanks })]
  if (contest?.decided) {
    const { because: decided } = contest.decided
    const values = { giver, amount: paid, token, decided, booked: deposit === null }
    return [quiet([farmer], 'contest-won', values)]
  }
  const tell = isDecision.has(because) ? loud : quiet
  const booked = deposit === null
  const values = { farmer, refunded, token, because, booked, reason: reason ?? null }
  if (part === undefined) return [tell([giver, farmer], 'released', { ...values, paid })]
  return [
    tell([farmer], 'released', { ...values, paid }),
    tell([giver], 'released', { ...values, paid: paidToTeam(quest, farmer, paid) }),
  ]
}

/** Each backer learns that they owe; the farmer and their team are told of all of them in one letter. */
function tellOfBackers(quest: Quest, { farmer, paid, refunded, because, told }: WorkReleased): Said[] {
  const { giver, token, work } = quest
  const values = { farmer, paid: paidToTeam(quest, farmer, paid), refunded, token, because }
  const owes = quiet([giver], 'released', { ...values, booked: true, reason: null })
  if (told === undefined) return [owes]
  const team = [...work.values()].filter(part => isEnded(part) && part.of === farmer)
  const to = [farmer, ...team.map(member => member.farmer)]
  return [owes, quiet(to, 'backers-follow', { ...told, token })]
}

function isDisputed({ work }: Quest, farmer: Address): boolean {
  return work.get(farmer)?.status === 'disputed'
}

/** The farmer of the place has the first right, and no other member of a team. */
function tellOfNext({ next, tally }: Quest, farmer: Address, now: number): Said[] {
  if (next === null) return []
  const until = tally.released === 0 ? now + firstRightMs : null
  return [{ ...quiet([farmer], 'next-part', { title: next.title, until }), tellsDoer: true }]
}

/** The others have their parts by now. */
function paidToTeam({ work }: Quest, farmer: Address, own: string): string {
  const parts = [...work.values()].flatMap(part =>
    isEnded(part) && part.of === farmer ? [part.paid ?? '0'] : [],
  )
  return fromLedger(parts.reduce((sum, part) => sum + toLedger(part), toLedger(own)))
}

const isDecision: ReadonlySet<ReleasedBecause> = new Set(['resolved', 'split', 'undecided', 'agreed'])

export type WorkRefunded = {
  readonly kind: 'refunded'
  readonly farmer: Address
  readonly because: RefundedBecause
  readonly refunded: string
  readonly reason?: string
  readonly unpaid?: true
}

export const refunded = event<WorkRefunded>({
  evolve: (quest, event, at) => ({
    ...end(quest, event, at),
    sums: moveSums(quest.sums, { refunded: toLedger(event.refunded) }),
  }),
  public: ['because', 'refunded', 'reason', 'unpaid'],
  words: ['reason'],
  movesMoney: true,
  topic: 'payment',
  notices(quest, { unpaid, farmer, refunded, because, reason = null }) {
    const { companionOf, giver, token } = quest
    if (unpaid) return []
    // The farmer has the letter of the main quest, and not one of each backer.
    const to = companionOf === null || isDisputed(quest, farmer) ? [giver, farmer] : [giver]
    return [loud(to, 'refunded', { farmer, refunded, token, because, reason })]
  },
  deeds: (quest, event) => [
    ...unheld(quest, event.farmer),
    { kind: 'refunded', giver: quest.giver },
    ...lost(quest, event),
  ],
  postings: (quest, event) => [refundPosting(quest, event)],
  drops: (quest, { because, farmer }) => [
    ...(because === 'funds-gone' ? proposalsOf(quest, farmer) : []),
    ...approvalsOf(quest, farmer),
  ],
})

type Ending = WorkReleased | WorkRefunded

const end = ofPlace<Ending>((before, event, at, { contest, deposit }) => {
  const isReleased = event.kind === 'released'
  const { because, farmer, reason = null } = event
  return {
    status: event.kind,
    farmer,
    acceptedAt: before !== undefined && 'acceptedAt' in before ? before.acceptedAt : at,
    endedAt: isReleased ? at : null,
    // All winners share the end of the prizes: none of them has lost a dispute about their own work.
    decidedFor: contest !== null && !isReleased ? null : decidedFor(before, event),
    paid: isReleased ? event.paid : null,
    worth: isReleased ? worthOf(event, deposit === null ? at : null) : null,
    ending: { because, reason, share: (isReleased ? event.share : null) ?? null },
    unpaid: null,
    reclaimedAt: null,
    of: null,
    part: (isReleased ? event.part : null) ?? null,
  }
})

/** A giver who pays disputed work drops the dispute: nobody decided it. */
function decidedFor(before: Work | undefined, event: Ending): Ended['decidedFor'] {
  if (before?.status !== 'disputed' || !wasDecided(event)) return null
  return event.kind === 'released' ? 'farmer' : 'giver'
}

function wasDecided({ because }: Ending): boolean {
  return because === 'resolved' || because === 'undecided'
}

/** Givers lose disputes of their own alone, farmers also over a withdrawn merge. A host's silence is no doubt. */
function lost({ contest, giver, work }: Quest, event: Ending): Deed[] {
  const before = work.get(event.farmer)
  if (before?.status !== 'disputed' || !wasDecided(event)) return []
  const { by } = before.dispute
  if (event.kind === 'refunded' && contest !== null) return []
  if (event.kind === 'released')
    return by === 'giver' ? [{ kind: 'dispute-lost', loser: giver, as: 'giver' }] : []
  return by === 'outage' ? [] : [{ kind: 'dispute-lost', loser: event.farmer, as: 'farmer' }]
}

function unheld({ work }: Quest, farmer: Address): Deed[] {
  return work.get(farmer)?.status === 'accepted' ? [{ kind: 'unheld', farmer }] : []
}

function refundPosting(quest: Quest, { farmer, refunded }: Ending): Posting {
  return move(quest, `refund:${quest.id}:${farmer}`, toLedger(refunded), 'held', 'refunded', quest.giver)
}
