import { toLedger } from '../ledger/amounts.ts'
import { type ApplicationEvent, evolveApplication, isAboutApplication } from './application.ts'
import { afterCredit, isReclaim, withCredit } from './credits.ts'
import type { Edited, MergeFacts, QuestEvent, WorkEvent } from './events.ts'
import { isEditNews, isGiven, isNewsOfOne, lastTold, toldOf } from './folding.ts'
import {
  type Asked,
  type Deposit,
  type Dispute,
  type Ended,
  type Ending,
  type Evidence,
  isEnded,
  isLive,
  type Live,
  type MergeCheck,
  type Quest,
  type Reviewed,
  type Sums,
  type TakenStatus,
  type Tally,
  type Work,
  type Worth,
} from './quest.ts'
import { returnedOnChain } from './returns.ts'
import { evolveWorth, type PaymentEvent } from './shown-payments.ts'
import { moveSums, openUnits } from './sums.ts'

/** The quest after the event. It asks nothing and refuses nothing: what happened, happened. */
export function evolve(quest: Quest, event: QuestEvent, at: number): Quest {
  switch (event.kind) {
    case 'posted':
    case 'reviewed':
      return quest
    case 'deadline-passed':
      return { ...quest, paused: false }
    case 'paused':
    case 'resumed':
      return { ...quest, paused: event.kind === 'paused' }
    case 'edited':
      return withTerms(quest, event, at)
    case 'funded':
      return withDeposit(quest, { status: 'funded' })
    case 'misfunded':
      return withDeposit(quest, { problem: event.problem, closing: true })
    case 'closing':
      return withDeposit(quest, { closing: true })
    case 'notice-given':
      return withDeposit(quest, { noticeEndsAt: event.endsAt })
    case 'closed':
      return { ...quest, closed: event.as, paused: false }
    case 'places-returned':
      return {
        ...quest,
        returned: quest.returned + event.places,
        sums: moveSums(quest.sums, { refunded: toLedger(quest.amount) * BigInt(event.places) }),
      }
    default:
      return isAboutApplication(event) ? withApplication(quest, event, at) : withWork(quest, event, at)
  }
}

/** When it was last updated, after a command that changed it: never the same twice, so that it tells one state from another. */
export function stamp(quest: Quest, now: number): Quest {
  return { ...quest, updatedAt: Math.max(now, quest.updatedAt + 1) }
}

function withTerms(quest: Quest, { after, deposit }: Edited, at: number): Quest {
  const editToldAt = isEditNews(quest, at) ? at : quest.editToldAt
  const changed = { ...quest, ...after }
  const promised = quest.sums.promised + openUnits(changed) - openUnits(quest)
  const sums = { ...quest.sums, promised }
  const edited = { ...changed, sums, revision: quest.revision + 1, editToldAt }
  if (deposit === null) return edited
  const { token, decimals, amountEach } = deposit
  return withDeposit(edited, { token, decimals, amountEach })
}

function withDeposit(quest: Quest, change: Partial<Deposit>): Quest {
  return quest.deposit === null ? quest : { ...quest, deposit: { ...quest.deposit, ...change } }
}

function withApplication(quest: Quest, event: ApplicationEvent, at: number): Quest {
  const after = evolveApplication(quest.applications.get(event.farmer), event, at)
  const isNew = event.kind === 'applied'
  return {
    ...quest,
    waiting: quest.waiting + (isNew ? 1 : -1),
    toldOfOneAt: isNew && isNewsOfOne(quest, at) ? at : quest.toldOfOneAt,
    applications: new Map(quest.applications).set(event.farmer, after),
  }
}

function withWork(quest: Quest, event: WorkEvent, at: number): Quest {
  const before = quest.work.get(event.farmer)
  const after = evolveWork(quest, before, event, at)
  return {
    ...quest,
    tally: recount(quest.tally, before, after),
    sums: settle(quest.sums, before, event),
    work: new Map(quest.work).set(event.farmer, after),
  }
}

function settle(sums: Sums, before: Work | undefined, event: WorkEvent): Sums {
  if (event.kind === 'credit-taken' && isReclaim(before, event)) {
    const back = toLedger(before.paid ?? '0')
    return moveSums(sums, { paid: -back, refunded: back })
  }
  if (event.kind !== 'released' && event.kind !== 'refunded') return sums
  const paid = event.kind === 'released' ? toLedger(event.paid) : 0n
  return moveSums(sums, { paid, refunded: toLedger(event.refunded) })
}

function evolveWork(quest: Quest, before: Work | undefined, event: WorkEvent, at: number): Work {
  const { farmer } = event
  switch (event.kind) {
    case 'accepted': {
      const { account, expiresAt, idleAt } = event
      const asked = new Set<Asked>()
      const taken = { farmer, acceptedAt: at, account, asked, returned: null, round: roundOf(before) }
      const told = isGiven(quest, farmer) ? { toldAt: at, untold: false } : toldOf(before, at)
      const idle = { idleAt, idleWarned: idleAt >= expiresAt, keptAt: null }
      return { ...taken, status: 'accepted', expiresAt, warned: false, ...idle, ...told }
    }
    case 'withdrawn':
    case 'expired':
    case 'removed':
      return { status: event.kind, farmer, toldAt: lastTold(before), round: roundOf(before) }
    case 'place-cancelled':
      return { status: 'cancelled', farmer, toldAt: lastTold(before), round: roundOf(before) }
    case 'released':
    case 'refunded':
      return {
        status: event.kind,
        farmer,
        acceptedAt: before !== undefined && 'acceptedAt' in before ? before.acceptedAt : at,
        endedAt: event.kind === 'released' ? at : null,
        decidedFor: decidedFor(before, event),
        paid: event.kind === 'released' ? event.paid : null,
        worth: event.kind === 'released' ? worthOf(event) : null,
        ending: endingOf(event),
        unpaid: null,
        reclaimedAt: null,
      }
    case 'credit-kept':
    case 'credit-taken':
      if (before === undefined || !isEnded(before)) throw new Error(`${event.kind} before it was decided`)
      return event.kind === 'credit-kept'
        ? { ...before, unpaid: withCredit(before.unpaid, event.side) }
        : afterCredit(before, event, at)
    case 'payment-shown':
    case 'payment-found':
    case 'payment-confirmed':
    case 'payment-settled':
    case 'payment-denied':
    case 'payment-reorganised':
    case 'payment-refused':
      return withPayment(before, event, at)
  }
  const work = requireLive(before, event)
  switch (event.kind) {
    case 'account-pinned':
      return { ...work, account: event.account }
    case 'expiry-warned':
      return work.status === 'accepted' ? { ...work, warned: true } : work
    case 'idle-warned':
      return work.status === 'accepted' ? { ...work, idleWarned: true } : work
    case 'kept':
      return work.status === 'accepted'
        ? { ...work, idleAt: event.idleAt, idleWarned: true, keptAt: at }
        : work
    case 'submitted': {
      const { url, note, reviewEndsAt } = event
      return startReview(quest, work, { submission: { url, note }, merge: null }, at, reviewEndsAt)
    }
    case 'returned':
      return giveBack(quest, work, event, at)
    case 'merged': {
      const { repoKey, pullRequest, facts, reviewEndsAt } = event
      const check = facts === null ? null : ('pending' as const)
      const merge = { repoKey, pullRequest, check, source: sourceOf(facts) }
      if (reviewEndsAt !== null)
        return startReview(quest, work, { submission: null, merge }, at, reviewEndsAt)
      const reviewed = requireReviewed(work, event)
      return ask(quest, { ...reviewed, evidence: { ...reviewed.evidence, merge } }, 'verify')
    }
    case 'proposed':
      return { ...requireReviewed(work, event), proposed: true, endsAt: event.reviewEndsAt }
    case 'proposed-again': {
      const returned = { times: (work.returned?.times ?? 0) + 1, at, note: returnedOnChain }
      const reviewed = { ...requireReviewed(work, event), proposed: false, endsAt: event.reviewEndsAt }
      return ask(quest, { ...reviewed, returned, round: work.round + 1, asked: new Set<Asked>() }, 'verify')
    }
    case 'merge-cleared':
      return withCheck(requireReviewed(work, event), 'clear')
    case 'merge-unreachable':
      return withCheck(requireReviewed(work, event), 'unreachable')
    case 'merge-doubted':
      return withCheck(requireReviewed(work, event), 'broken')
    case 'disputed': {
      const { by, reason, disputeEndsAt: endsAt } = event
      const dispute = { by, reason, at, endsAt, answer: null, evidence: { giver: 0, farmer: 0 } }
      const reviewed = requireReviewed(work, event)
      const doubted = event.by === 'code-host' ? withCheck(reviewed, 'broken') : reviewed
      return { ...doubted, status: 'disputed', dispute }
    }
    case 'answered': {
      const { url, note } = event
      return withDispute(work, event, () => ({ answer: { url, note } }))
    }
    case 'evidence-added':
      return withDispute(work, event, ({ evidence }) => ({
        evidence: { ...evidence, [event.role]: evidence[event.role] + 1 },
      }))
    case 'payment-asked':
      return { ...work, asked: new Set([...work.asked, event.call]) }
  }
}

/** So that one account and one owner make no more points with many wallets than with one. */
function sourceOf(facts: MergeFacts | null): string | null {
  if (facts === null || facts.own) return facts && 'own'
  const owner = facts.ownerId ?? facts.repository.toLowerCase().split('/')[0]
  return `${facts.authorId} for ${owner}`
}

function startReview(quest: Quest, work: Live, evidence: Evidence, startedAt: number, endsAt: number): Work {
  const { farmer, acceptedAt, account, asked, returned, round } = work
  const reviewed = {
    farmer,
    acceptedAt,
    account,
    asked,
    returned,
    round,
    evidence,
    startedAt,
    endsAt,
    proposed: false,
  }
  return ask(quest, { ...reviewed, status: 'in-review' }, evidence.merge === null ? 'propose' : 'verify')
}

function worthOf({ backing = 'before', counts = true }: Extract<WorkEvent, { kind: 'released' }>): Worth {
  return { backing, counts, countedAt: null, payment: null, denial: null }
}

function withPayment(work: Work | undefined, event: PaymentEvent, at: number): Work {
  if (work?.status === 'released' && work.worth !== null)
    return { ...work, worth: evolveWorth(work.worth, event, at) }
  throw new Error(`${event.kind} cannot happen to work of ${event.farmer} that was not released`)
}

/** It is accepted work again, with all the time of a new place; and it is not idle, however long it takes. */
function giveBack(
  quest: Quest,
  work: Live,
  { note, expiresAt }: Extract<WorkEvent, { kind: 'returned' }>,
  at: number,
): Work {
  const { farmer, acceptedAt, account } = work
  // What the contract was asked for it has given back, and is asked anew.
  const asked = new Set<Asked>()
  const round = quest.deposit === null ? 0 : work.round + 1
  const returned = { times: (work.returned?.times ?? 0) + 1, at, note }
  const part = { farmer, acceptedAt, account, asked, returned, round }
  const idle = { idleAt: expiresAt, idleWarned: true, keptAt: null }
  return { ...part, status: 'accepted', expiresAt, warned: false, ...idle, toldAt: at, untold: false }
}

function roundOf(work: Work | undefined): number {
  return work === undefined || isEnded(work) ? 0 : work.round
}

function withDispute(work: Live, event: WorkEvent, change: (dispute: Dispute) => Partial<Dispute>): Work {
  if (work.status !== 'disputed')
    throw new Error(`${event.kind} cannot happen to the work of ${event.farmer}, which is not disputed`)
  return { ...work, dispute: { ...work.dispute, ...change(work.dispute) } }
}

function endingOf(event: Extract<WorkEvent, { kind: 'released' | 'refunded' }>): Ending {
  const { because, reason = null } = event
  return { because, reason, share: (event.kind === 'released' ? event.share : null) ?? null }
}

/** A giver who pays while the work is disputed drops the dispute: nobody decided it. */
function decidedFor(
  before: Work | undefined,
  event: Extract<WorkEvent, { kind: 'released' | 'refunded' }>,
): Ended['decidedFor'] {
  const decided = event.because === 'resolved' || event.because === 'undecided'
  if (before?.status !== 'disputed' || !decided) return null
  return event.kind === 'released' ? 'farmer' : 'giver'
}

/** On chain the contract is asked to run the window, with the very event that starts it. */
function ask<T extends Live>(quest: Quest, work: T, call: 'propose' | 'verify'): T {
  return quest.deposit === null ? work : { ...work, asked: new Set([...work.asked, call]) }
}

function withCheck<T extends Reviewed>(work: T, check: MergeCheck): T {
  const { merge } = work.evidence
  return merge === null ? work : { ...work, evidence: { ...work.evidence, merge: { ...merge, check } } }
}

function recount(tally: Tally, before: Work | undefined, after: Work): Tally {
  if (before?.status === after.status) return tally
  const counts: Record<TakenStatus, number> = { ...tally }
  if (before !== undefined && before.status in counts) counts[before.status as TakenStatus]--
  if (after.status in counts) counts[after.status as TakenStatus]++
  return counts
}

function requireLive(work: Work | undefined, { kind, farmer }: WorkEvent): Live {
  if (work !== undefined && isLive(work)) return work
  throw new Error(`${kind} cannot happen to the work of ${farmer}, which is ${work?.status ?? 'not there'}`)
}

function requireReviewed(work: Live, { kind, farmer }: WorkEvent): Exclude<Live, { status: 'accepted' }> {
  if (work.status !== 'accepted') return work
  throw new Error(`${kind} cannot happen to the work of ${farmer}, which is not in review`)
}
