import type { Address } from '../address.ts'

/**
 * What the rules need of a quest. A quest may have a thousand places: it counts them all, and has at hand the ones that a
 * command is about.
 */
export type Quest = {
  readonly id: string
  readonly giver: Address
  readonly title: string
  /** For each place, as exact digits. */
  readonly amount: string
  readonly token: string
  readonly places: number
  readonly deadline: number | null
  /** How its giver closed it, if he did. */
  readonly closed: 'completed' | 'cancelled' | null
  readonly tally: Tally
  /** Free places whose funds went back to the giver. */
  readonly returned: number
  /** Where the funds are on chain; null where they are a promise in the ledger. */
  readonly deposit: Deposit | null
  readonly work: ReadonlyMap<Address, Work>
}

/** How many of a quest's places stand where. Who gave his place up is counted nowhere. */
export type Tally = Readonly<Record<TakenStatus, number>>
export type TakenStatus = LiveStatus | EndStatus
export type LiveStatus = (typeof liveStatuses)[number]
export type EndStatus = 'released' | 'refunded'

/** The states in which somebody still waits for something. */
export const liveStatuses = ['accepted', 'in-review', 'disputed'] as const

export type Deposit = {
  readonly status: 'unfunded' | 'funded'
  /** Why what was paid in is not what the quest needs. */
  readonly problem: string | null
  readonly token: Address
  readonly amountEach: bigint
  /** Whether the contract was asked to take nobody any more. */
  readonly closing: boolean
}

/** A farmer's part in a quest, from the place he takes to its end. */
export type Work = Accepted | InReview | Disputed | Ended | Left

type Part = {
  readonly farmer: Address
  readonly acceptedAt: number
  /** The verified code-host account whose merges prove it. */
  readonly account: string | null
  /** What was asked of the contract for it: nothing on the ledger rail. */
  readonly asked: ReadonlySet<Asked>
}

export type Asked = 'propose' | 'verify' | 'release' | 'settle'

export type Accepted = Part &
  Told & {
    readonly status: 'accepted'
    readonly expiresAt: number
    /** Whether the farmer was told that it ends soon. */
    readonly warned: boolean
  }

export type Told = {
  /** When the giver was last told that this farmer took a place. */
  readonly toldAt: number
  /** Whether that was another time, and he was not told of this one. */
  readonly untold: boolean
}

export type Reviewed = Part & {
  readonly evidence: Evidence
  readonly startedAt: number
  /** When the giver's review ends: written once. On chain it is an estimate until the contract runs the window. */
  readonly endsAt: number
  /** Whether the contract runs the window. */
  readonly proposed: boolean
}

export type InReview = Reviewed & { readonly status: 'in-review' }
export type Disputed = Reviewed & { readonly status: 'disputed'; readonly dispute: Dispute }
/** Nothing happens to it any more. */
export type Ended = {
  readonly farmer: Address
  readonly status: EndStatus
  /** When it was paid; null where it was refunded. */
  readonly endedAt: number | null
  /** For whom a dispute ended; null where there was none, or the giver dropped it. */
  readonly decidedFor: 'farmer' | 'giver' | null
}
/** A place that was given up, and is free again. */
export type Left = {
  readonly farmer: Address
  readonly status: LeftStatus
  /** When the giver was last told that this farmer took a place. */
  readonly toldAt: number
}
export type LeftStatus = 'withdrawn' | 'expired' | 'cancelled'

export type Live = Accepted | InReview | Disputed

/** What shows that the work was done: something handed in, a merge, or both. */
export type Evidence = {
  readonly submission: { readonly url: string | null; readonly note: string | null } | null
  readonly merge: ProvingMerge | null
}

export type ProvingMerge = {
  /** `owner/name` in lower case. */
  readonly repoKey: string
  readonly pullRequest: number
  /** Whether it was looked at again; null where there was no code host to ask. */
  readonly check: MergeCheck | null
}

export type MergeCheck = 'pending' | 'unreachable' | 'broken' | 'clear'

export type Dispute = {
  readonly by: DisputedBy
  readonly reason: string
  readonly endsAt: number
}

/** Who doubts the work: its giver; the code host, where the merge does not stand any more; or nobody, who can be asked. */
export type DisputedBy = 'giver' | 'code-host' | 'outage'

/** @returns the farmer's part if he has one that is not over or given up. */
export function liveWork(quest: Quest, farmer: Address): Live | null {
  const work = quest.work.get(farmer)
  return work !== undefined && isLive(work) ? work : null
}

export function isLive(work: Work): work is Live {
  return liveStatuses.some(status => status === work.status)
}

export function isEnded(work: Work): work is Ended {
  return work.status === 'released' || work.status === 'refunded'
}

export function hasLeft(work: Work): work is Left {
  return work.status === 'withdrawn' || work.status === 'expired' || work.status === 'cancelled'
}
