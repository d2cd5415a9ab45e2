import type { QuestEvent, WorkEvent } from './events.ts'
import { lastTold, toldOf } from './folding.ts'
import {
  type Asked,
  type Deposit,
  type Ended,
  type Evidence,
  isLive,
  type Live,
  type MergeCheck,
  type Quest,
  type Reviewed,
  type TakenStatus,
  type Tally,
  type Work,
} from './quest.ts'

/** The quest after the event. It asks nothing and refuses nothing: what happened, happened. */
export function evolve(quest: Quest, event: QuestEvent, at: number): Quest {
  switch (event.kind) {
    case 'posted':
    case 'deadline-passed':
    case 'reviewed':
      return quest
    case 'funded':
      return withDeposit(quest, { status: 'funded' })
    case 'misfunded':
      return withDeposit(quest, { problem: event.problem, closing: true })
    case 'closing':
      return withDeposit(quest, { closing: true })
    case 'closed':
      return { ...quest, closed: event.as }
    case 'places-returned':
      return { ...quest, returned: quest.returned + event.places }
    default:
      return withWork(quest, event, at)
  }
}

function withDeposit(quest: Quest, change: Partial<Deposit>): Quest {
  return quest.deposit === null ? quest : { ...quest, deposit: { ...quest.deposit, ...change } }
}

function withWork(quest: Quest, event: WorkEvent, at: number): Quest {
  const before = quest.work.get(event.farmer)
  const after = evolveWork(quest, before, event, at)
  return {
    ...quest,
    tally: recount(quest.tally, before, after),
    work: new Map(quest.work).set(event.farmer, after),
  }
}

function evolveWork(quest: Quest, before: Work | undefined, event: WorkEvent, at: number): Work {
  const { farmer } = event
  switch (event.kind) {
    case 'accepted': {
      const { account, expiresAt } = event
      const taken = { farmer, acceptedAt: at, account, asked: new Set<Asked>() }
      return { ...taken, status: 'accepted', expiresAt, warned: false, ...toldOf(before, at) }
    }
    case 'withdrawn':
    case 'expired':
      return { status: event.kind, farmer, toldAt: lastTold(before) }
    case 'place-cancelled':
      return { status: 'cancelled', farmer, toldAt: lastTold(before) }
    case 'released':
    case 'refunded':
      return {
        status: event.kind,
        farmer,
        endedAt: event.kind === 'released' ? at : null,
        decidedFor: decidedFor(before, event),
      }
  }
  const work = requireLive(before, event)
  switch (event.kind) {
    case 'account-pinned':
      return { ...work, account: event.account }
    case 'expiry-warned':
      return work.status === 'accepted' ? { ...work, warned: true } : work
    case 'submitted': {
      const { url, note, reviewEndsAt } = event
      return startReview(quest, work, { submission: { url, note }, merge: null }, at, reviewEndsAt)
    }
    case 'merged': {
      const { repoKey, pullRequest, facts, reviewEndsAt } = event
      const merge = { repoKey, pullRequest, check: facts === null ? null : ('pending' as const) }
      if (reviewEndsAt !== null)
        return startReview(quest, work, { submission: null, merge }, at, reviewEndsAt)
      const reviewed = requireReviewed(work, event)
      return ask(quest, { ...reviewed, evidence: { ...reviewed.evidence, merge } }, 'verify')
    }
    case 'proposed':
      return { ...requireReviewed(work, event), proposed: true, endsAt: event.reviewEndsAt }
    case 'merge-cleared':
      return withCheck(requireReviewed(work, event), 'clear')
    case 'merge-unreachable':
      return withCheck(requireReviewed(work, event), 'unreachable')
    case 'merge-doubted':
      return withCheck(requireReviewed(work, event), 'broken')
    case 'disputed': {
      const dispute = { by: event.by, reason: event.reason, endsAt: event.disputeEndsAt }
      const reviewed = requireReviewed(work, event)
      const doubted = event.by === 'code-host' ? withCheck(reviewed, 'broken') : reviewed
      return { ...doubted, status: 'disputed', dispute }
    }
    case 'payment-asked':
      return { ...work, asked: new Set([...work.asked, event.call]) }
  }
}

function startReview(quest: Quest, work: Live, evidence: Evidence, startedAt: number, endsAt: number): Work {
  const { farmer, acceptedAt, account, asked } = work
  const reviewed = { farmer, acceptedAt, account, asked, evidence, startedAt, endsAt, proposed: false }
  return ask(quest, { ...reviewed, status: 'in-review' }, evidence.merge === null ? 'propose' : 'verify')
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
