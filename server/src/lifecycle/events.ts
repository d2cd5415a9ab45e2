import type { Address } from '../address.ts'
import type { Asked, DisputedBy } from './quest.ts'

/** What happened to a quest. The log keeps these for ever: a kind is never renamed, and what it tells never changes. */
export type QuestEvent =
  | { readonly kind: 'posted' }
  /** The deposit arrived on chain, and is what the quest needs. */
  | { readonly kind: 'funded' }
  /** It arrived, and is something else. */
  | { readonly kind: 'misfunded'; readonly problem: string }
  | WorkEvent
  /** Its giver closed it. */
  | { readonly kind: 'closed'; readonly as: 'completed' | 'cancelled' }
  /** The deadline passed: nobody can join any more. */
  | { readonly kind: 'deadline-passed' }
  /** What nobody can earn any more went back to the giver. */
  | { readonly kind: 'places-returned'; readonly places: number }
  /** The contract is asked to take nobody any more. */
  | { readonly kind: 'closing' }
  | {
      readonly kind: 'reviewed'
      readonly reviewer: Address
      readonly reviewee: Address
      readonly role: 'farmer' | 'giver'
      readonly rating: number
      readonly comment: string
    }

type About = { readonly farmer: Address }

/** What happened to one farmer's part. */
export type WorkEvent = About &
  (
    | { readonly kind: 'accepted'; readonly account: string | null; readonly expiresAt: number }
    /** The first proof of an account after the place was taken: its merges prove the work. */
    | { readonly kind: 'account-pinned'; readonly account: string }
    | { readonly kind: 'withdrawn' | 'expired' }
    | { readonly kind: 'expiry-warned' }
    /** The place ended with the quest. */
    | { readonly kind: 'place-cancelled' }
    | {
        readonly kind: 'submitted'
        readonly url: string | null
        readonly note: string | null
        readonly reviewEndsAt: number
      }
    | Merged
    /** The contract runs the window now. */
    | { readonly kind: 'proposed'; readonly reviewEndsAt: number }
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
    /** The contract is asked to pay, or to end a dispute. */
    | { readonly kind: 'payment-asked'; readonly call: Extract<Asked, 'release' | 'settle'> }
    | { readonly kind: 'released'; readonly because: ReleasedBecause }
    | { readonly kind: 'refunded'; readonly because: RefundedBecause }
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
  /** Whether the service can read it with its own means. */
  readonly readable: boolean
}

/** `undecided`: nobody decided the dispute in time. */
export type ReleasedBecause = 'window-over' | 'approved' | 'resolved' | 'undecided'
/** `funds-gone`: the giver took the funds back before the work could be proposed to the contract. */
export type RefundedBecause = 'resolved' | 'undecided' | 'funds-gone' | 'on-chain'
