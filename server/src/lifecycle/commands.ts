import type { QuestStatus } from '@furrow/sdk/contract'
import type { Address } from '../address.ts'
import type { ChainEvent } from './chain-event.ts'
import type { MergeFacts } from './events.ts'

/** Everything that can be asked of a quest, by whom: `by` is who signed in, or null for the clock, the code host, the chain. */
export type Command = ByPerson | ByCodeHost | ByClock | ByChain

type ByPerson =
  | Accept
  | { readonly kind: 'withdraw'; readonly by: Address }
  | Submit
  | { readonly kind: 'approve'; readonly by: Address; readonly farmer: Address }
  | OpenDispute
  | Resolve
  | { readonly kind: 'complete' | 'cancel'; readonly by: Address }
  | KeepStatus
  | Review

export type Accept = { readonly kind: 'accept'; readonly by: Address }
export type Submit = {
  readonly kind: 'submit'
  readonly by: Address
  readonly url: string | null
  readonly note: string | null
}
export type OpenDispute = {
  readonly kind: 'dispute'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string
}
export type Resolve = {
  readonly kind: 'resolve'
  readonly by: Address
  readonly farmer: Address
  readonly outcome: 'pay' | 'refund'
}
/** The statuses that nobody sets follow from the work: to ask for the one that it has changes nothing. */
export type KeepStatus = { readonly kind: 'keep-status'; readonly by: Address; readonly status: QuestStatus }
export type Review = {
  readonly kind: 'review'
  readonly by: Address
  readonly reviewee: Address
  readonly rating: number
  readonly comment: string
}

type Unsigned = { readonly by: null; readonly farmer: Address }

type ByCodeHost = Prove | Recheck | Pin

/** A merged pull request that is this farmer's. */
export type Prove = Unsigned & {
  readonly kind: 'prove'
  readonly repoKey: string
  readonly pullRequest: number
  readonly facts: MergeFacts | null
}
/** What the code host said of the merge before its payment. */
export type Recheck = Unsigned & { readonly kind: 'recheck'; readonly verdict: Verdict }
/** The farmer proved an account. */
export type Pin = Unsigned & { readonly kind: 'pin'; readonly account: string }

export type Verdict =
  | { readonly kind: 'stands' | 'unknown' }
  | { readonly kind: 'broken'; readonly reason: string }

type ByClock =
  | (Unsigned & { readonly kind: 'warn' | 'expire' | 'window-over' })
  | EndDispute
  | { readonly kind: 'deadline'; readonly by: null }

/** `verdict` is what the code host says now of a merge that is disputed; null where there is nothing to ask. */
export type EndDispute = Unsigned & { readonly kind: 'end-dispute'; readonly verdict: Verdict | null }

type ByChain = TakeDeposit | Mirror | Strand

/** The giver's deposit, found at its confirmations. */
export type TakeDeposit = { readonly kind: 'take-deposit'; readonly by: Address | null } & Paid
export type Paid = { readonly token: Address; readonly amountEach: bigint; readonly slots: number }
/** What the contract reported. */
export type Mirror = { readonly kind: 'mirror'; readonly by: null; readonly event: ChainEvent }
/** The contract will never take a proposal of this farmer: what was paid in for him is gone. */
export type Strand = Unsigned & { readonly kind: 'strand' }
