import type { Address } from '../../ground/address.ts'
import type { ApplicationEvent } from './application.ts'
import type {
  Asked,
  Backing,
  ConfirmedBy,
  DisputedBy,
  RefundedBecause,
  ReleasedBecause,
  Side,
} from './quest.ts'
import type { Terms } from './terms.ts'

/** What happened to a quest. The log keeps these for ever: a kind is never renamed, and what it tells never changes. */
export type QuestEvent =
  | { readonly kind: 'posted' }
  /** The deposit arrived on chain, and is what the quest needs. */
  | { readonly kind: 'funded' }
  /** It arrived, and is something else. */
  | { readonly kind: 'misfunded'; readonly problem: string }
  | WorkEvent
  | ApplicationEvent
  /** Its giver changed it; `deposit` is what it is to be funded with since. */
  | Edited
  /** Its giver takes no farmers for now; or takes them again. */
  | { readonly kind: 'paused' | 'resumed' }
  /** Its giver closed it. */
  | { readonly kind: 'closed'; readonly as: 'completed' | 'cancelled' }
  /** The deadline passed: nobody can join any more. */
  | { readonly kind: 'deadline-passed' }
  /** What nobody can earn any more went back to the giver. */
  | { readonly kind: 'places-returned'; readonly places: number }
  /** The contract is asked to take nobody any more. */
  | { readonly kind: 'closing' }
  /** The giver told the contract that he takes free places back from then on: nobody can join any more. */
  | { readonly kind: 'notice-given'; readonly endsAt: number }
  | {
      readonly kind: 'reviewed'
      readonly reviewer: Address
      readonly reviewee: Address
      readonly role: 'farmer' | 'giver'
      readonly rating: number
      readonly comment: string
    }

export type Edited = {
  readonly kind: 'edited'
  /** What changed, as it was and as it is since. */
  readonly before: Partial<Terms>
  readonly after: Partial<Terms>
  readonly deposit: DepositPlan | null
}

/** What is to be paid in on chain, for each of so many places. */
export type DepositPlan = {
  readonly token: Address
  readonly decimals: number
  readonly amountEach: bigint
}

type About = { readonly farmer: Address }

/** What happened to one farmer's part. */
export type WorkEvent = About &
  (
    | {
        readonly kind: 'accepted'
        readonly account: string | null
        readonly expiresAt: number
        readonly idleAt: number
      }
    /** The first proof of an account after the place was taken: its merges prove the work. */
    | { readonly kind: 'account-pinned'; readonly account: string }
    | { readonly kind: 'withdrawn' | 'expired' }
    | { readonly kind: 'expiry-warned' }
    /** The farmer was told from when on the giver may free the place. */
    | { readonly kind: 'idle-warned'; readonly idleAt: number }
    /** He is still on it, and the place cannot be freed before then. */
    | { readonly kind: 'kept'; readonly idleAt: number }
    /** The giver freed the place, in which there was no work. */
    | { readonly kind: 'removed'; readonly reason: string | null }
    /** The place ended with the quest. */
    | { readonly kind: 'place-cancelled' }
    | {
        readonly kind: 'submitted'
        readonly url: string | null
        readonly note: string | null
        readonly reviewEndsAt: number
      }
    /** The giver gave it back: this is missing. */
    | { readonly kind: 'returned'; readonly note: string; readonly expiresAt: number }
    | Merged
    /** The contract runs the window now. */
    | { readonly kind: 'proposed'; readonly reviewEndsAt: number }
    /** The giver had the contract return what a merge proves: it is proposed once more, as proved, and the window starts anew. */
    | { readonly kind: 'proposed-again'; readonly reviewEndsAt: number }
    /** The code host was asked again before the payment: the merge stands. */
    | { readonly kind: 'merge-cleared' }
    /** It could not be asked; the payment waits. */
    | { readonly kind: 'merge-unreachable' }
    /** The merge does not stand, and only the giver's wallet can hold the payment. */
    | { readonly kind: 'merge-doubted'; readonly reason: string }
    | {
        readonly kind: 'disputed'
        readonly by: DisputedBy
        readonly reason: string
        readonly disputeEndsAt: number
      }
    /** The farmer answered the dispute. */
    | { readonly kind: 'answered'; readonly url: string | null; readonly note: string | null }
    /** A party showed something to whoever decides. What it is the log does not tell: it is public. */
    | {
        readonly kind: 'evidence-added'
        readonly role: 'giver' | 'farmer'
        readonly number: number
        readonly url: string | null
        readonly note: string | null
      }
    /** The contract is asked to pay, or to end a dispute. */
    | { readonly kind: 'payment-asked'; readonly call: Extract<Asked, 'release' | 'settle'> }
    | Released
    | {
        readonly kind: 'refunded'
        readonly because: RefundedBecause
        readonly refunded: string
        readonly reason?: string
        readonly unpaid?: true
      }
    /** The contract keeps what it decided for this side, as exact digits: the receiver did not take it. */
    | { readonly kind: 'credit-kept'; readonly side: Side; readonly amount: string }
    /** It left the contract. A farmer's that went to the giver, as it may after a year, was never paid. */
    | { readonly kind: 'credit-taken'; readonly side: Side; readonly by: Side }
    | PaymentEvent
  )

type Released = {
  readonly kind: 'released'
  readonly because: ReleasedBecause
  /** What went to the farmer, and what of the place's cost went back to the giver, as exact digits. */
  readonly paid: string
  readonly refunded: string
  /** The farmer's, in ten-thousandths, where it was split. */
  readonly share?: number
  /** Of whoever decided. */
  readonly reason?: string
  /** It is decided, and a part waits in the contract, as the next event says. */
  readonly unpaid?: true
  /** What stands behind it, and whether it counts for points; absent where a version before released it, which always counts. */
  readonly backing?: Backing
  readonly counts?: boolean
}

/** A transaction that the giver showed as the payment of released work. */
type PaymentEvent = {
  readonly chainId: number
  readonly txHash: string
} /** `part`: among the works of this farmer that the same transaction paid. */ & (
  | { readonly kind: 'payment-shown'; readonly part: number }
  /** The chain has it at its confirmations, and it waits for the farmer to say whether it is the payment. */
  | { readonly kind: 'payment-found'; readonly paidAt: number; readonly payer: Address }
  /** It is. It settles with the next event. */
  | { readonly kind: 'payment-confirmed'; readonly confirmedBy: ConfirmedBy }
  /** It is the payment. `payer` is null where a version before did not keep it. */
  | { readonly kind: 'payment-settled'; readonly paidAt: number; readonly payer: Address | null }
  /** The farmer says that it did not come, or was for something else. */
  | { readonly kind: 'payment-denied' }
  /** It had its confirmations, and has them no more. */
  | { readonly kind: 'payment-reorganised' }
  | { readonly kind: 'payment-refused'; readonly problem: string }
)

/** A merged pull request proves the work; `reviewEndsAt` is null where the window runs already. */
export type Merged = {
  readonly kind: 'merged'
  readonly repoKey: string
  readonly pullRequest: number
  /** What the code host said, to be compared before the payment; null where there was none to ask. */
  readonly facts: MergeFacts | null
  readonly reviewEndsAt: number | null
}

/** What was true at the code host when a merge proved work. */
export type MergeFacts = {
  readonly repositoryId: string
  readonly repository: string
  readonly pullRequestId: string
  readonly authorId: string
  readonly mergedById: string | null
  readonly mergedAt: number
  readonly mergeSha: string | null
  readonly baseBranch: string
  /** SHA-256 of title and body. */
  readonly textHash: string
  readonly issueNumber: number | null
  readonly issueClosed: boolean
  /** Whose repository it is; null where the host does not say. */
  readonly ownerId: string | null
  /** Whether that is the author, or he merged it himself. */
  readonly own: boolean
  /** Whether the service can read it with its own means. */
  readonly readable: boolean
}
