import type { QuestStatus } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'
import type { ChainEvent, ChainHappening } from './chain-event.ts'
import type { DepositPlan } from './events/quest-events.ts'
import type { MergeFacts } from './events/review-events.ts'
import type { Transaction, Verdict } from './quest.ts'
import type { Terms } from './terms.ts'

/** Everything that can be asked of a quest, by whom: `by` is who signed in, or null for the clock, the code host, the chain. */
export type Command = ByPerson | ByCodeHost | ByClock | ByChain

type ByPerson =
  | Accept
  | { readonly kind: 'withdraw' | 'keep'; readonly by: Address }
  | Admit
  | Decline
  | Remove
  | Submit
  | { readonly kind: 'approve'; readonly by: Address; readonly farmer: Address }
  | ReturnWork
  | OpenDispute
  | Answer
  | AddEvidence
  | Concede
  | Resolve
  | { readonly kind: 'complete' | 'cancel'; readonly by: Address }
  | SetStatus
  | Edit
  | Review
  | ShowPayment
  | ConfirmPayment
  | NotReceived

/** The note is for a giver who chooses among those who apply. */
export type Accept = {
  readonly kind: 'accept'
  readonly by: Address
  readonly note?: string | null
  /** The terms that the farmer agrees to; null for a client that does not say. */
  readonly read?: TermsAsRead | null
}
/** When the quest was last updated, as somebody read it; and, once that was looked up, the number of edits that this includes. */
export type TermsAsRead = { readonly updatedAt: number; readonly revision: number | null }
export type Admit = { readonly kind: 'admit'; readonly by: Address; readonly farmer: Address }
export type Decline = {
  readonly kind: 'decline'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string | null
}
export type Remove = {
  readonly kind: 'remove'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string | null
}
export type Submit = {
  readonly kind: 'submit'
  readonly by: Address
  readonly url: string | null
  readonly note: string | null
}
/** `note` says what is missing. */
export type ReturnWork = {
  readonly kind: 'return'
  readonly by: Address
  readonly farmer: Address
  readonly note: string
}
export type OpenDispute = {
  readonly kind: 'dispute'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string
}
/** What the farmer has to say to a dispute. */
export type Answer = {
  readonly kind: 'answer'
  readonly by: Address
  readonly url: string | null
  readonly note: string | null
}
/** Of either party, in the dispute over this farmer's work. */
export type AddEvidence = {
  readonly kind: 'add-evidence'
  readonly by: Address
  readonly farmer: Address
  readonly url: string | null
  readonly note: string | null
}
/** The farmer gives in. */
export type Concede = { readonly kind: 'concede'; readonly by: Address }
export type Resolve = {
  readonly kind: 'resolve'
  readonly by: Address
  readonly farmer: Address
  /** Older clients give none. */
  readonly reason: string | null
} & Outcome
/** `share` is the farmer's, in ten-thousandths. */
export type Outcome =
  | { readonly outcome: 'pay' | 'refund' }
  | { readonly outcome: 'split'; readonly share: number }
/** One that does not close the quest. */
export type SetStatus = { readonly kind: 'set-status'; readonly by: Address; readonly status: QuestStatus }
export type Edit = {
  readonly kind: 'edit'
  readonly by: Address
  /** When the quest was last updated, as its giver saw it. */
  readonly expected: number
  /** All of them, as they shall be. */
  readonly terms: Terms
  /** What it is to be funded with then; null where that is not on chain, or stays what it is. */
  readonly deposit: DepositPlan | null
}
export type Review = {
  readonly kind: 'review'
  readonly by: Address
  readonly reviewee: Address
  readonly rating: number
  readonly comment: string
}

/** The transaction that the giver paid released work with. */
export type ShowPayment = Transaction & {
  readonly kind: 'show-payment'
  readonly by: Address
  readonly farmer: Address
  /** Among the works of this farmer that the same transaction paid. */
  readonly part: number
}
/** The payment that is shown is the one: by the farmer who was paid, or by the platform wallet. */
export type ConfirmPayment = {
  readonly kind: 'confirm-payment'
  readonly by: Address
  readonly farmer: Address
}
/** By the farmer, of the payment that is shown. */
export type NotReceived = { readonly kind: 'not-received'; readonly by: Address }

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

type ByClock =
  | (Unsigned & { readonly kind: 'warn' | 'warn-idle' | 'expire' | 'end-application' | 'window-over' })
  | EndDispute
  | { readonly kind: 'deadline'; readonly by: null }

/** `verdict` is what the code host says now of a merge that is disputed; null where there is nothing to ask. */
export type EndDispute = Unsigned & { readonly kind: 'end-dispute'; readonly verdict: Verdict | null }

type ByChain = TakeDeposit | Mirror | Reconcile | Strand | SettlePayment | AboutPayment | RefusePayment

/** The giver's deposit, found at its confirmations. */
export type TakeDeposit = { readonly kind: 'take-deposit'; readonly by: Address | null } & Paid
export type Paid = { readonly token: Address; readonly amountEach: bigint; readonly slots: number }
/** What the contract reported. */
export type Mirror = { readonly kind: 'mirror'; readonly by: null; readonly event: ChainEvent }
/** What must have happened, as the contract's own state says, and was not reported. */
export type Reconcile = { readonly kind: 'reconcile'; readonly by: null; readonly event: ChainHappening }
/** The contract will never take a proposal of this farmer: what was paid in for him is gone. */
export type Strand = Unsigned & { readonly kind: 'strand' }
/** The transaction that was shown has its confirmations. */
export type SettlePayment = Unsigned &
  Transaction & { readonly kind: 'settle-payment'; readonly paidAt: number; readonly payer: Address }
/** It had them, and has them no more. */
export type AboutPayment = Unsigned & Transaction & { readonly kind: 'reorganise-payment' }
/** It is no payment of this work. */
export type RefusePayment = Unsigned &
  Transaction & { readonly kind: 'refuse-payment'; readonly problem: string }
