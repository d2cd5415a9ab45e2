import type { Address } from '../../ground/address.ts'
import type { Application } from './application.ts'
import type { Stopped } from './stopped.ts'
import type { Terms } from './terms.ts'

/**
 * What the rules need of a quest. A quest may have a thousand places: it counts them all, and has at hand the ones that a
 * command is about.
 */
export type Quest = Terms & {
  readonly id: string
  readonly giver: Address
  /** Whether its giver takes no farmers for now. */
  readonly paused: boolean
  /** Whether a moderator keeps it from strangers: what is under way goes on, and nobody new comes. */
  readonly hidden: boolean
  /** How often he changed it. */
  readonly revision: number
  /** When those who have a place were last told that he did. */
  readonly editToldAt: number
  readonly updatedAt: number
  /** How its giver closed it, if he did. */
  readonly closed: 'completed' | 'cancelled' | null
  readonly tally: Tally
  /** Free places whose funds went back to the giver. */
  readonly returned: number
  readonly sums: Sums
  /** Where the funds are on chain; null where they are a promise in the ledger. */
  readonly deposit: Deposit | null
  readonly work: ReadonlyMap<Address, Work>
  /** How many applications wait for an answer. */
  readonly waiting: number
  /** When the giver was last told of one. */
  readonly toldOfOneAt: number
  /** The ones that a command is about. */
  readonly applications: ReadonlyMap<Address, Application>
}

/** What is promised for all places, and what of it went where, exactly: in the ledger's units. */
export type Sums = { readonly promised: bigint; readonly released: bigint; readonly refunded: bigint }

/** How many of a quest's places stand where. Who gave his place up is counted nowhere. */
export type Tally = Readonly<Record<TakenStatus, number>>
export type TakenStatus = LiveStatus | EndStatus
export type LiveStatus = (typeof liveStatuses)[number]
export type EndStatus = 'released' | 'refunded'

/** The states of a quest that is not over. */
export const unfinishedStatuses = ['open', 'in-progress', 'in-review', 'disputed'] as const

/** The states in which somebody still waits for something. */
export const liveStatuses = ['accepted', 'in-review', 'disputed'] as const

export type Deposit = {
  readonly status: 'unfunded' | 'funded'
  /** Why what was paid in is not what the quest needs. */
  readonly problem: string | null
  readonly token: Address
  readonly decimals: number
  readonly amountEach: bigint
  /** Of the contract that holds it: the second one takes work back for its giver, splits, and lets a farmer concede. */
  readonly version: 1 | 2
  /** Whether the contract was asked to take nobody any more. */
  readonly closing: boolean
  /** From when on the giver takes free places back, as he has told the contract; null where he has not. */
  readonly noticeEndsAt: number | null
  /** Whether the service still looks after the contract: else nobody proposes or pays the work. */
  readonly served: boolean
  /** Why work could not be proposed now; null where it could. */
  readonly stopped: Stopped | null
  /** Who decides its disputes; null where that is not known. */
  readonly arbiter: Address | null
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
  /** That the giver returned it, so often, and what was missing last; null where he did not. */
  readonly returned: Returned | null
  /** How often the contract gave this farmer's work back: what it is asked for after that is something else. */
  readonly round: number
}

export type Returned = { readonly times: number; readonly at: number; readonly note: string }

export type Asked = 'propose' | 'verify' | 'release' | 'settle'

export type Accepted = Part &
  Told & {
    readonly status: 'accepted'
    readonly expiresAt: number
    /** Whether the farmer was told that it ends soon. */
    readonly warned: boolean
    /** From when on the giver may free it, while there is no work. */
    readonly idleAt: number
    /** Whether the farmer was told so, or knows. */
    readonly idleWarned: boolean
    /** When the farmer said that he is still on it, which he may do once. */
    readonly keptAt: number | null
    /** How often the giver gave more time. */
    readonly extensions: number
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
export type Side = 'farmer' | 'giver'
/** Nothing happens to it any more. */
export type Ended = {
  readonly farmer: Address
  readonly status: EndStatus
  /** A payment of the work is younger than that. */
  readonly acceptedAt: number
  /** When it was paid; null where it was refunded. */
  readonly endedAt: number | null
  /** What its farmer got, as exact digits; null where it was refunded. */
  readonly paid: string | null
  /** For whom a dispute ended; null where there was none, or the giver dropped it. */
  readonly decidedFor: 'farmer' | 'giver' | null
  /** null where it was refunded. */
  readonly worth: Worth | null
  /** Why it ended; null where a version that did not keep it wrote it. */
  readonly ending: Ending | null
  /** For whom the contract keeps a part that its receiver did not take; null for nobody. */
  readonly unpaid: Side | 'both' | null
  /** When who paid in took back what the farmer had left there for a year; `paid` is 0 since. null where nobody did. */
  readonly reclaimedAt: number | null
}
/**
 * What stands behind a release. `merge`: a merge at the code host. `own-merge`: one in the farmer's own repository, or one that
 * he merged himself. `chain`: the contract paid it. `recorded`: a promise between two wallets. `idle`: the giver completed the
 * quest, and the farmer had handed nothing in here. `before`: a version released it that did not ask.
 */
export type Backing = 'before' | 'merge' | 'own-merge' | 'chain' | 'recorded' | 'idle'

/** What released work is worth for points. */
export type Worth = {
  readonly backing: Backing
  readonly counts: boolean
  /** When a payment that was shown made it count; null where it counts without, or not. */
  readonly countedAt: number | null
  /** The transaction that the giver showed. */
  readonly payment: ShownPayment | null
  /** The farmer said of a transaction that it is not the payment; null where that is cleared, or was never said. */
  readonly denial: Denial | null
}

export type Transaction = {
  readonly chainId: number
  readonly hash: string
}

export type ShownPayment = Transaction & {
  /** Among the works of this farmer that the same transaction paid, from 0. */
  readonly part: number
  /** The chain has it at its confirmations; `payer` is null where a version before did not keep it. */
  readonly mined: { readonly at: number; readonly payer: Address | null } | null
  /** When it was mined; null until it counts as the payment. */
  readonly paidAt: number | null
  /** By whose word it counts; null where it speaks for itself, or does not count. */
  readonly confirmedBy: ConfirmedBy | null
}

/** `platform`: the platform wallet decided that the farmer was paid. */
export type ConfirmedBy = 'farmer' | 'platform'

export type Denial = Transaction & { readonly at: number }

export type Ending = {
  readonly because: ReleasedBecause | RefundedBecause
  /** In the arbiter's words. */
  readonly reason: string | null
  /** The farmer's, in ten-thousandths, where what the place cost was split. */
  readonly share: number | null
}

/** `undecided`: nobody decided the dispute in time. `split`: the arbiter gave each of the two a part. */
export type ReleasedBecause = 'window-over' | 'approved' | 'resolved' | 'undecided' | 'split'
/** `conceded`: by the farmer. `funds-gone`: the giver took the funds back before the work could be proposed to the contract. */
export type RefundedBecause = 'resolved' | 'undecided' | 'conceded' | 'funds-gone' | 'on-chain'

/** A place that was given up, and is free again. */
export type Left = {
  readonly farmer: Address
  readonly status: LeftStatus
  /** When the giver was last told that this farmer took a place. */
  readonly toldAt: number
  readonly round: number
}
export type LeftStatus = (typeof leftStatuses)[number]
/** `removed`: the giver freed it. */
const leftStatuses = ['withdrawn', 'expired', 'cancelled', 'removed'] as const

export type Live = Accepted | InReview | Disputed

/** What shows that the work was done: something handed in, a merge, or both. */
export type Evidence = {
  readonly submission: Handed | null
  readonly merge: ProvingMerge | null
}

export type ProvingMerge = {
  /** `owner/name` in lower case. */
  readonly repoKey: string
  readonly pullRequest: number
  /** Whether it was looked at again; null where there was no code host to ask. */
  readonly check: MergeCheck | null
  /**
   * Whose merge it is, and in whose repository; `own` where it is the farmer's own repository, or he merged it himself; null
   * where nobody said.
   */
  readonly source: string | null
}

export type MergeCheck = 'pending' | 'unreachable' | 'broken' | 'clear'

/** The code host's answer when it was asked again whether a merge stands. */
export type Verdict =
  | { readonly kind: 'stands' | 'unknown' }
  | { readonly kind: 'broken'; readonly reason: string }

export type Dispute = {
  readonly by: DisputedBy
  readonly reason: string
  /** null where a version that did not keep it wrote it. */
  readonly at: number | null
  readonly endsAt: number
  readonly answer: Handed | null
  /** How many pieces of it each side added. */
  readonly evidence: Readonly<Record<'giver' | 'farmer', number>>
}

/** Something that can be looked at, or is said, or both. */
export type Handed = { readonly url: string | null; readonly note: string | null }

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
  return leftStatuses.some(status => status === work.status)
}
