import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import type { Address } from '../../ground/address.ts'
import type { Application } from './application.ts'
import type { Contest } from './contest.ts'
import type { MergeFault } from './fault.ts'
import type { Stopped } from './stopped.ts'
import type { Team } from './team.ts'
import type { TenThousandths } from './ten-thousandths.ts'
import type { Terms } from './terms.ts'

/** A quest may have a thousand places: it counts them all, and holds only those that a command is about. */
export type Quest = Terms & {
  readonly id: string
  readonly giver: Address
  readonly paused: boolean
  /** Hidden by a moderator: work under way goes on, and nobody new can join. */
  readonly hidden: boolean
  /** The pull request, or the quest whose work is tipped, that it gives thanks for; null for any other quest. */
  readonly thanks: string | null
  /** The quest whose reward this one adds to, and whose decisions it follows; null for any other quest. */
  readonly companionOf: string | null
  readonly backers: Backers
  /** null for any other quest. */
  readonly contest: Contest | null
  /** The next part of its plan, where it can be taken some day; null where there is none. */
  readonly next: { readonly id: string; readonly title: string } | null
  readonly revision: number
  readonly editToldAt: number
  readonly updatedAt: number
  readonly closed: 'completed' | 'cancelled' | null
  readonly tally: Tally
  /** Free places whose funds went back to the giver. */
  readonly returned: number
  readonly sums: Sums
  /** Where the funds are on chain; null where they are a promise in the ledger. */
  readonly deposit: Deposit | null
  readonly work: ReadonlyMap<Address, Work>
  readonly waiting: number
  readonly toldOfOneAt: number
  readonly applications: ReadonlyMap<Address, Application>
}

export type Backers = {
  readonly count: number
  readonly amount: string
  readonly toldAt: number
}

/** Funds promised for all places, and the parts released and refunded, in the ledger's units. */
export type Sums = { readonly promised: bigint; readonly released: bigint; readonly refunded: bigint }

export type Tally = Readonly<Record<TakenStatus, number>>
export type TakenStatus = LiveStatus | EndStatus
export type LiveStatus = (typeof liveStatuses)[number]
export type EndStatus = 'released' | 'refunded'

export const unfinishedStatuses = ['open', 'in-progress', 'in-review', 'disputed'] as const

export const liveStatuses = ['accepted', 'in-review', 'disputed'] as const

export type Deposit = {
  readonly status: 'unfunded' | 'funded'
  readonly problem: string | null
  readonly token: Address
  readonly decimals: number
  readonly amountEach: bigint
  /** From the second one on it takes work back for its giver, splits, and lets a farmer concede. */
  readonly version: EscrowVersion
  readonly closing: boolean
  /** When the giver takes free places back, as they told the contract; null without such a notice. */
  readonly noticeEndsAt: number | null
  /** Whether the service still serves the contract: otherwise nobody proposes or pays the work. */
  readonly served: boolean
  /** Why work could not be proposed now; null where it could. */
  readonly stopped: Stopped | null
  readonly arbiter: Address | null
  /** The chain's splitter, by which several people are paid for one place; null where they are not. */
  readonly splitter: Address | null
  /** The sponsor who paid in for the giver, to whom goes what comes back; null where the giver did. */
  readonly payer: Address | null
}

export type Work = Accepted | InReview | Disputed | Ended | Left

export type Part = {
  readonly farmer: Address
  readonly acceptedAt: number
  readonly account: string | null
  readonly asked: ReadonlySet<Asked>
  /** How often the giver returned it, and the last note; null for never. */
  readonly returned: Returned | null
  /** How often the contract gave this farmer's work back: later calls differ by it. */
  readonly round: number
  readonly team: Team
}

export type Returned = { readonly times: number; readonly at: number; readonly note: string }

export type Asked = 'propose' | 'verify' | 'release' | 'settle'

export type Accepted = Part &
  Told & {
    readonly status: 'accepted'
    readonly expiresAt: number
    readonly warned: boolean
    /** When the giver may free it, while there is no work. */
    readonly idleAt: number
    readonly idleWarned: boolean
    readonly keptAt: number | null
    readonly extensions: number
  }

export type Told = {
  readonly toldAt: number
  /** Whether that was another time, and the giver was not told of this one. */
  readonly untold: boolean
}

export type Reviewed = Part & {
  readonly evidence: Evidence
  readonly startedAt: number
  /** Written once. On chain it is an estimate until the contract runs the window. */
  readonly endsAt: number
  readonly proposed: boolean
  /** The contract's attester signed that a merge proves it: a dispute that nobody resolves pays it. */
  readonly attested: boolean
  /** Until when the giver's signed approval is good, which is on its way to the contract; null for none. */
  readonly approvalEndsAt: number | null
  /** A part of the reward that one side proposed, and the other has not agreed to; null for none. */
  readonly offer: Offer | null
}

export type Offer = {
  readonly by: Side
  readonly share: TenThousandths
  readonly note: string | null
  readonly at: number
  readonly proposals: number
}

export type InReview = Reviewed & { readonly status: 'in-review' }
export type Disputed = Reviewed & { readonly status: 'disputed'; readonly dispute: Dispute }
export type Side = 'farmer' | 'giver'
export type Ended = {
  readonly farmer: Address
  readonly status: EndStatus
  readonly acceptedAt: number
  /** When it was paid; null where it was refunded. */
  readonly endedAt: number | null
  /** The farmer's pay, as exact digits; null where it was refunded. */
  readonly paid: string | null
  /** The winner of a dispute; null where there was none, or the giver dropped it. */
  readonly decidedFor: 'farmer' | 'giver' | null
  readonly worth: Worth | null
  /** Why it ended; null where an earlier version did not keep it. */
  readonly ending: Ending | null
  /** The side whose untaken part the contract keeps; null for none. */
  readonly unpaid: Side | 'both' | null
  /** When the depositor took back money that the farmer had left there for a year; `paid` is 0 since. */
  readonly reclaimedAt: number | null
  /** The farmer whose place it was, for another member of its team; null for a place of their own. */
  readonly of: Address | null
  /** The member's share of what was released for the place, in ten-thousandths; null where it was not shared. */
  readonly part: number | null
}
/**
 * The backing of a release. `merge`: a merge at the code host. `own-merge`: one in the farmer's own repository, or merged
 * by the farmer. `chain`: the contract paid it. `recorded`: a promise between two wallets. `idle`: the giver completed
 * the quest, and the farmer had handed nothing in here. `companion`: it adds to the reward of work that counts by itself.
 * `before`: a version released it that did not ask.
 */
export type Backing = 'before' | 'merge' | 'own-merge' | 'chain' | 'recorded' | 'idle' | 'companion'

export type Worth = {
  readonly backing: Backing
  readonly counts: boolean
  /** When a shown payment made it count; null where it counts without, or not. */
  readonly countedAt: number | null
  readonly payment: ShownPayment | null
  /** The farmer's word that a transaction is not the payment; null where that is cleared, or was never said. */
  readonly denial: Denial | null
  /** The words of giver and farmer about a payment that no chain shows; null where nobody said anything. */
  readonly word: PaidWord | null
  /** When the giver is next told that they owe it; null on chain, for nothing, and from before it was kept. */
  readonly remindAt: number | null
}

export type PaidWord = {
  readonly saidAt: number
  readonly transaction: string | null
  readonly receivedAt: number | null
  readonly missedAt: number | null
}

export type Transaction = {
  readonly chainId: number
  readonly hash: string
}

export type ShownPayment = Transaction & {
  /** The index among works of this farmer paid by the same transaction, from 0. */
  readonly part: number
  /** The chain has it, confirmed; `payer` is null where an earlier version did not keep it. */
  readonly mined: { readonly at: number; readonly payer: Address | null } | null
  readonly paidAt: number | null
  /** The one whose word made it count; null where it speaks for itself, or does not count. */
  readonly confirmedBy: ConfirmedBy | null
  /** The proposal by which the community's treasury paid it in the giver's stead; null where it did not. */
  readonly proposal: string | null
}

export type ConfirmedBy = 'farmer' | 'platform'

export type Denial = Transaction & { readonly at: number }

export type Ending = {
  readonly because: ReleasedBecause | RefundedBecause
  readonly reason: string | null
  readonly share: TenThousandths | null
}

/** `undecided`: in time. `split`: the arbiter gave each of the two a part. `agreed`: the two agreed to a part each. */
export type ReleasedBecause = 'window-over' | 'approved' | 'resolved' | 'undecided' | 'split' | 'agreed'
export function isDivided(because: Ending['because'] | null): boolean {
  return because === 'split' || because === 'agreed'
}

/** `funds-gone`: the giver took the funds back before the work could be proposed to the contract. */
export type RefundedBecause = 'resolved' | 'undecided' | 'conceded' | 'funds-gone' | 'on-chain'

export type Left = {
  readonly farmer: Address
  readonly status: LeftStatus
  readonly toldAt: number
  readonly round: number
}
export type LeftStatus = (typeof leftStatuses)[number]
const leftStatuses = ['withdrawn', 'expired', 'cancelled', 'removed'] as const

export type Live = Accepted | InReview | Disputed

export type Evidence = {
  readonly submission: Handed | null
  readonly merge: ProvingMerge | null
}

export type ProvingMerge = {
  /** `owner/name` in lower case. */
  readonly repoKey: string
  readonly pullRequest: number
  /** The second check of the merge; null without a code host. */
  readonly check: MergeCheck | null
  /** Author and owner; `own` for the farmer's own repository, or a merge by the farmer; null where unknown. */
  readonly source: string | null
  /** It proves the work in the quest that this one adds to, which looks it up again: a merge proves one place. */
  readonly elsewhere?: true
}

export type MergeCheck = 'pending' | 'unreachable' | 'broken' | 'clear'

export type Verdict =
  | { readonly kind: 'stands' | 'unknown' }
  | { readonly kind: 'broken'; readonly fault: MergeFault }

export type Dispute = {
  readonly by: DisputedBy
  readonly reason: string
  /** The same as a code with its values, where no person disputes; null for words of a person, and where none was kept. */
  readonly fault: MergeFault | null
  readonly at: number | null
  readonly endsAt: number
  readonly answer: Handed | null
  readonly evidence: Readonly<Record<'giver' | 'farmer', number>>
  /** The arbiter's ruling, which the contract carries out at `endsAt`; null where there is none. */
  readonly ruling: Ruling | null
}

/** The place of a report in the chain, by which a newer one is known. */
export type ReportedAt = { readonly block: number; readonly logIndex: number }

export type Ruling = {
  readonly share: TenThousandths
  /** The contract's owner paused it: the arbiter may rule anew until `endsAt`. */
  readonly paused: boolean
  /** Where the contract told of it; absent where an earlier version did not keep it. */
  readonly reported?: ReportedAt
}

export type Handed = { readonly url: string | null; readonly note: string | null }

export type DisputedBy = 'giver' | 'code-host' | 'outage'

/** @returns the farmer's part if it is neither over nor given up. */
export function liveWork(quest: Quest, farmer: Address): Live | null {
  const work = quest.work.get(farmer)
  return work !== undefined && isLive(work) ? work : null
}

export function isLive(work: Work): work is Live {
  return liveStatuses.some(status => status === work.status)
}

/** Members of a team have their part of the place's end, and no place. */
export function isPlace(work: Work): boolean {
  return !isEnded(work) || work.of === null
}

export function isEnded(work: Work): work is Ended {
  return work.status === 'released' || work.status === 'refunded'
}

export function hasLeft(work: Work): work is Left {
  return leftStatuses.some(status => status === work.status)
}
