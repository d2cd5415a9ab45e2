import type { Address } from '../../../ground/address.ts'
import type { Call } from '../calls.ts'
import {
  type Accepted,
  isEnded,
  isLive,
  type Live,
  liveWork,
  type MergeCheck,
  type Quest,
  type Reviewed,
  type TakenStatus,
  type Tally,
  type Work,
} from '../quest.ts'
import { withPlace } from '../with-place.ts'

export type OfPlace = { readonly kind: string; readonly farmer: Address }

type Evolve<E> = (quest: Quest, event: E, at: number) => Quest
type Change<E, Before, After> = (before: Before, event: E, at: number, quest: Quest) => After

export function ofPlace<E extends OfPlace>(change: Change<E, Work | undefined, Work>): Evolve<E> {
  return (quest, event, at) => {
    const before = quest.work.get(event.farmer)
    const after = change(before, event, at, quest)
    return {
      ...quest,
      tally: recount(quest.tally, before, after),
      work: withPlace(quest.work, event.farmer, after),
    }
  }
}

export function ofLive<E extends OfPlace>(change: Change<E, Live, Work>): Evolve<E> {
  return ofPlace((before, event, at, quest) => change(requireLive(before, event), event, at, quest))
}

export function ofAccepted<E extends OfPlace>(change: Change<E, Accepted, Work>): Evolve<E> {
  return ofLive((work, event, at, quest) =>
    work.status === 'accepted' ? change(work, event, at, quest) : work,
  )
}

type InHand = Exclude<Live, Accepted>

export function ofReviewed<E extends OfPlace>(change: Change<E, InHand, Work>): Evolve<E> {
  return ofLive((work, event, at, quest) => change(requireReviewed(work, event), event, at, quest))
}

function recount(tally: Tally, before: Work | undefined, after: Work): Tally {
  if (before?.status === after.status) return tally
  const counts: Record<TakenStatus, number> = { ...tally }
  if (before !== undefined && before.status in counts) counts[before.status as TakenStatus]--
  if (after.status in counts) counts[after.status as TakenStatus]++
  return counts
}

function requireLive(work: Work | undefined, { kind, farmer }: OfPlace): Live {
  if (work !== undefined && isLive(work)) return work
  throw new Error(`${kind} cannot happen to the work of ${farmer}, which is ${work?.status ?? 'not there'}`)
}

export function requireReviewed(work: Live, { kind, farmer }: OfPlace): InHand {
  if (work.status !== 'accepted') return work
  throw new Error(`${kind} cannot happen to the work of ${farmer}, which is not in review`)
}

export function roundBefore(work: Work | undefined): number {
  return work === undefined || isEnded(work) ? 0 : work.round
}

/** Asks the contract to run the window, with the very event that starts it. */
export function ask<T extends Live>(quest: Quest, work: T, call: 'propose' | 'verify'): T {
  return quest.deposit === null ? work : { ...work, asked: new Set([...work.asked, call]) }
}

export function withCheck<T extends Reviewed>(work: T, check: MergeCheck): T {
  const { merge } = work.evidence
  return merge === null ? work : { ...work, evidence: { ...work.evidence, merge: { ...merge, check } } }
}

/** A call about the place in its current round: returned work is proposed anew, which is another call. */
export function callFor(
  quest: Quest,
  farmer: Address,
  call: 'propose' | 'verify',
  more = 0,
): Extract<Call, { readonly round: number }> {
  return { call, farmer, round: (liveWork(quest, farmer)?.round ?? 0) + more }
}

export function proposalsOf(quest: Quest, farmer: Address): readonly Call[] {
  return [callFor(quest, farmer, 'propose'), callFor(quest, farmer, 'verify')]
}

/** A signed approval is for the work as it was: the contract does not take it after a return or a dispute. */
export function approvalsOf(quest: Quest, farmer: Address): readonly Call[] {
  const work = liveWork(quest, farmer)
  if (work === null || work.status === 'accepted' || work.approvalEndsAt === null) return []
  return [{ call: 'approve', farmer, until: work.approvalEndsAt, signed: null }]
}
