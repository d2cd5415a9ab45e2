import { type Address, checksum } from '../../../ground/address.ts'
import type { ChainEvent, FoundInState, PaidBecause } from '../chain-event.ts'
import { isUndecided } from '../contest.ts'
import { keepCredit, takeCredit } from '../credits.ts'
import { refund, release } from '../endings.ts'
import type { QuestEvent, WorkEvent } from '../events/all.ts'
import { returnedOnChain } from '../events/review-events.ts'
import type { DepositFacts } from '../notice-values.ts'
import { refundedBecause, releasedBecause, splitOnChain } from '../on-chain-endings.ts'
import { payoutOf } from '../payout.ts'
import {
  type Deposit,
  hasLeft,
  isEnded,
  isLive,
  type Live,
  liveWork,
  type Quest,
  type ReportedAt,
  type Work,
} from '../quest.ts'
import type { Known, Rules } from '../rules.ts'
import { countFree } from '../status.ts'
import type { Reads, Unsigned } from './command.ts'
import { command } from './command.ts'

export type TakeDeposit = { readonly kind: 'take-deposit'; readonly by: Address | null } & Paid
export type Paid = { readonly token: Address; readonly amountEach: bigint; readonly slots: number }
export type Mirror = { readonly kind: 'mirror'; readonly by: null; readonly event: ChainEvent }
export type Reconcile = {
  readonly kind: 'reconcile'
  readonly by: null
  readonly event: FoundInState
  /** As of all reports to the end of this block. */
  readonly block?: number
}

/** Takes a confirmed deposit for a quest, once; a wrong one is given back. */
export const takeDeposit = command<TakeDeposit>({
  reads: 'none',
  begins: false,
  scopes: ['give'],
  decide: take,
})

/** The contract holds the funds, so its word stands, in whatever order reports arrive: missed ones are not waited for. */
export const mirror = command<Mirror>({
  reads: readsOf,
  needs: ['mirrored', 'entries'],
  begins: false,
  scopes: [],
  decide: (quest, { event }, rules, { entries, mirrored }) =>
    mirrored || isOverridden(quest, event) ? [] : happen(quest, event, rules, entries, event),
})

/** Makes up for a missed report, from the contract's own state. */
export const reconcile = command<Reconcile>({
  reads: readsOf,
  needs: ['entries'],
  begins: false,
  scopes: [],
  decide: (quest, { block, event }, rules, { entries }) =>
    happen(quest, event, rules, entries, block === undefined ? null : { block, logIndex: afterAll }),
})

const afterAll = Number.MAX_SAFE_INTEGER

/** A report that lacked something waits, and one about the same ruling may overtake it. */
function isOverridden({ work }: Quest, event: ChainEvent): boolean {
  if (event.kind !== 'rule' && event.kind !== 'pause-ruling') return false
  const part = work.get(event.farmer)
  const known = part?.status === 'disputed' ? part.dispute.ruling?.reported : undefined
  if (known === undefined || event.block > known.block) return false
  return event.block < known.block || event.logIndex < known.logIndex
}

function readsOf({ event }: Mirror | Reconcile): Reads {
  return 'farmer' in event && event.farmer !== null ? [event.farmer] : 'every'
}

function happen(
  quest: Quest,
  event: FoundInState,
  rules: Rules,
  entries: Known['entries'],
  reported: ReportedAt | null,
): QuestEvent[] {
  if (event.kind === 'fund') return take(quest, event)
  if (event.kind === 'notice') return takeNotice(quest, event.endsAt, entries)
  if (event.kind === 'refund' && event.farmer === null) return takeBack(quest, event.amount, entries)
  return 'farmer' in event && event.farmer !== null
    ? mirrorWork(quest, event.farmer, event, rules, reported)
    : []
}

function take(quest: Quest, paid: Paid): QuestEvent[] {
  const { deposit } = quest
  if (deposit === null || deposit.status === 'funded' || deposit.problem !== null) return []
  const matches =
    paid.token === deposit.token && paid.amountEach === deposit.amountEach && paid.slots === quest.places
  return matches ? [{ kind: 'funded' }] : [misfunded(quest, deposit, paid)]
}

/** Reports beside an effect, which comes as an event of its own. */
const remarks: ReadonlySet<FoundInState['kind']> = new Set([
  'approve',
  'resolve',
  'settle',
  'divide',
  'concede',
])

/** @throws Error for a report that can only be if something is missing here, or somebody else has the operator's key. */
function mirrorWork(
  quest: Quest,
  farmer: Address,
  event: FoundInState,
  { acceptMs, now, reviewWindowMs }: Rules,
  reported: ReportedAt | null,
): QuestEvent[] {
  const work = quest.work.get(farmer)
  if (remarks.has(event.kind)) return []
  if (work === undefined || hasLeft(work)) {
    throw new Error(`the contract says ${event.kind} of ${farmer}, who has no place in ${quest.id}`)
  }
  // The prizes stay under way until the money has moved: nobody but the account can take it.
  if (event.kind === 'wait' && payoutOf(quest) !== null) return []
  if (event.kind === 'wait')
    return keepCredit(quest, work, { ...event, because: event.because ?? reasonOf(work) })
  if (isEnded(work)) {
    if (event.kind === 'release' || event.kind === 'refund') {
      const taken = takeCredit(work, event.kind, !isPart(quest, event.amount))
      if (taken.length > 0) return taken
      if (event.kind === 'refund' && work.reclaimedAt !== null) return []
    }
    const ended = { release: 'released', refund: 'refunded' }[event.kind as string] ?? work.status
    // Both parts of a split leave, in whatever order their receivers take them.
    if (ended !== work.status && work.ending?.because !== 'split')
      throw new Error(
        `the contract says ${event.kind} of ${farmer}, whose work in ${quest.id} is ${work.status}`,
      )
    return []
  }
  switch (event.kind) {
    case 'propose':
      if (work.status === 'accepted')
        throw new Error(`the contract says that ${farmer} was proposed, who has no work in ${quest.id} yet`)
      return work.proposed ? [] : [{ kind: 'proposed', farmer, reviewEndsAt: event.reviewEndsAt }]
    case 'attest':
      return work.status === 'accepted' || work.attested ? [] : [{ kind: 'attested', farmer }]
    case 'dispute':
      return disputeOf(work, event.settlesAt)
    case 'rule':
    case 'pause-ruling':
    case 'unrule':
      return rulingOf(quest, work, event, reported)
    case 'return': {
      if (work.status !== 'in-review') return []
      // A merge is disputed, not returned: the contract did not know of it. Prizes that are fixed cannot be returned either.
      if (work.evidence.merge !== null || quest.contest !== null)
        return [{ kind: 'proposed-again', farmer, reviewEndsAt: now + reviewWindowMs }]
      return [{ kind: 'returned', farmer, note: returnedOnChain, expiresAt: now + acceptMs }]
    }
    case 'release':
      return isPart(quest, event.amount)
        ? [splitOnChain(quest, farmer, event.amount)]
        : [release(quest, farmer, releasedBecause(event.because ?? reasonOf(work)))]
    case 'refund':
      if (event.farmer === null || isPart(quest, event.amount)) return []
      return [refund(quest, farmer, refundedBecause(event.because ?? reasonOf(work)))]
    default:
      return []
  }
}

function isPart({ deposit }: Quest, amount: bigint | undefined): amount is bigint {
  return amount !== undefined && deposit !== null && amount < deposit.amountEach
}

function takeNotice(
  { closed, contest, deposit, paused }: Quest,
  endsAt: number,
  entries: Known['entries'],
): QuestEvent[] {
  if (deposit?.status !== 'funded' || deposit.noticeEndsAt !== null) return []
  const entrants = isUndecided({ contest }) ? entries.map(({ farmer }) => farmer) : []
  const given: QuestEvent = { kind: 'notice-given', endsAt, ...(entrants.length > 0 && { entrants }) }
  return paused || closed !== null || contest !== null ? [given] : [given, { kind: 'paused' }]
}

function disputeOf(work: Live, disputeEndsAt: number): QuestEvent[] {
  const { farmer, status } = work
  if (status === 'disputed') return []
  if (status === 'accepted')
    throw new Error(`the contract says that ${farmer} is disputed, who has no work yet`)
  const reason = 'The giver disputed it on chain.'
  return [{ kind: 'disputed', farmer, by: 'giver', reason, disputeEndsAt }]
}

type OfRuling = Extract<FoundInState, { kind: 'rule' | 'pause-ruling' | 'unrule' }>

/** @throws Error for a ruling about work that is not known to be disputed: the report of the dispute comes first. */
function rulingOf(quest: Quest, work: Live, event: OfRuling, reported: ReportedAt | null): QuestEvent[] {
  const { farmer } = event
  if (work.status !== 'disputed')
    throw new Error(`the contract says ${event.kind} of ${farmer}, whose work in ${quest.id} is not disputed`)
  const { endsAt, ruling } = work.dispute
  if (event.kind === 'unrule')
    return ruling === null ? [] : [{ kind: 'ruling-undone', farmer, disputeEndsAt: event.settlesAt }]
  if (event.kind === 'pause-ruling' && ruling === null)
    throw new Error(`the contract says that a ruling about ${farmer} is paused, which ${quest.id} has not`)
  const { payableAt } = event
  const next =
    event.kind === 'rule'
      ? { share: event.share, paused: event.paused }
      : { share: ruling?.share ?? 0, paused: true }
  const isKnown = next.share === ruling?.share && next.paused === ruling.paused && payableAt === endsAt
  return isKnown
    ? []
    : [{ kind: 'ruled', farmer, payableAt, ...next, ...(reported && { reported: placeOf(reported) }) }]
}

function placeOf({ block, logIndex }: ReportedAt): ReportedAt {
  return { block, logIndex }
}

/** The contract carries a ruling out without another word about why it pays. */
function reasonOf(work: Work): PaidBecause {
  return work.status === 'disputed' && work.dispute.ruling !== null ? 'resolve' : null
}

export type Strand = Unsigned & { readonly kind: 'strand' }

/** The contract has no place left for this farmer, nor for anybody else, and never takes a proposal of theirs. */
export const strand = command<Strand>({
  reads: 'named',
  needs: ['entries'],
  begins: false,
  scopes: [],
  decide(quest, { farmer }) {
    const work = liveWork(quest, farmer)
    const ended = work === null ? [] : endUnproposed(quest, work)
    return ended.length === 0 ? [] : [...ended, ...closeUnlessClosed(quest)]
  },
})

/**
 * The giver took back the places without a proposal, which the contract allows once: nobody can join any more, and
 * farmers with a place and no proposal never can be proposed. A deposit that was never taken books nothing.
 */
function takeBack(quest: Quest, amount: bigint, entries: Known['entries']): QuestEvent[] {
  const { deposit } = quest
  if (deposit?.status !== 'funded' || quest.returned > 0) return []
  const live = [...quest.work.values()].filter(isLive)
  const stranded = live.flatMap(work => endUnproposed(quest, work))
  const lost = stranded.filter(({ kind }) => kind === 'refunded').length
  const free = countFree(quest) + stranded.length - lost
  // Some places not known to be proposed must be: their events come later, and this one waits for them.
  if (amount < deposit.amountEach * BigInt(free + lost))
    throw new Error(`the contract gave back ${amount}, which is less than ${free + lost} places`)
  const returned: QuestEvent[] = free > 0 ? [{ kind: 'places-returned', places: free }] : []
  return [...endUndecided(quest, entries), ...stranded, ...returned, ...closeUnlessClosed(quest)]
}

/** The contract lets a giver take the prizes back with notice while entries wait: then there is nothing left to win. */
function endUndecided({ amount, contest }: Quest, entries: Known['entries']): QuestEvent[] {
  if (!isUndecided({ contest }) || contest?.payout !== null) return []
  const others = entries.map(({ farmer }) => farmer)
  return [
    { kind: 'contest-decided', decided: 'funds-gone', winners: 0, paidTo: [], refunded: amount, others },
  ]
}

function closeUnlessClosed({ closed, contest }: Quest): QuestEvent[] {
  return closed === null && !isUndecided({ contest }) ? [{ kind: 'closed', as: 'cancelled' }] : []
}

function endUnproposed(quest: Quest, work: Live): WorkEvent[] {
  const { farmer } = work
  if (work.status === 'accepted') return [{ kind: 'place-cancelled', farmer }]
  return work.proposed ? [] : [refund(quest, farmer, 'funds-gone')]
}

function misfunded({ places }: Quest, deposit: Deposit, { token, amountEach, slots }: Paid): QuestEvent {
  const paid = { token, each: String(amountEach), places: slots }
  const needed = { token: deposit.token, each: String(deposit.amountEach), places }
  const say = (facts: DepositFacts) =>
    `${facts.each} of ${checksum(facts.token)} for each of ${facts.places} places`
  const problem = `The deposit on chain is ${say(paid)}; the quest needs ${say(needed)}. It is given back: call refund with the wallet that paid it in, and post the quest again.`
  return { kind: 'misfunded', problem, paid, needed }
}
