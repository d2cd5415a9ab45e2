import type { Hex } from 'viem'
import type { Address } from '../address.ts'
import type { SplitAccount } from './split-account.ts'

/** Calls that the service sends to the contract; none of them moves funds anywhere but to a farmer, or frees them for the giver. */
export type EscrowCall =
  | { readonly kind: 'propose'; readonly escrow: Hex; readonly farmer: Address; readonly verified: boolean }
  | { readonly kind: 'release' | 'settle'; readonly escrow: Hex; readonly farmer: Address }
  | { readonly kind: 'close'; readonly escrow: Hex }
  | ShareCall
  | ApprovalCall
  | AttestedCall
  | SeveralCalls

/** A call of the splitter: what the account has of the token goes to so many of its payees at most. */
export type ShareCall = {
  readonly kind: 'share'
  readonly split: SplitAccount
  readonly token: Address
  readonly count: number
}

export type Place = { readonly escrow: Hex; readonly farmer: Address }
/** The giver's signed approval, from the second version on: of proposed work, or with the proposal. */
export type ApprovalCall = Place & {
  readonly kind: 'approveFor' | 'proposeApproved'
  readonly verified: boolean
  /** In seconds since 1970. */
  readonly deadline: number
  readonly signature: Hex
}
/** A proposal with the attester's signature, from the second version on: a dispute that nobody resolves pays it. */
export type AttestedCall = Place & {
  readonly kind: 'proposeAttested'
  /** A hash of what the attester saw, which the third version is told; null for the second one. */
  readonly work: Hex | null
  /** In seconds since 1970. */
  readonly deadline: number
  readonly signature: Hex
}
/** Batches, from the second version on: the contract leaves out those that it would refuse, and does the others. */
type SeveralCalls =
  | { readonly kind: 'proposeMany'; readonly items: readonly (Place & { readonly verified: boolean })[] }
  | { readonly kind: 'releaseMany'; readonly items: readonly Place[] }

/** Calls that only the owner's own wallet can send, and of the last kind a giver's. */
export type OwnerCall =
  | { readonly kind: 'nominate'; readonly next: Address }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'rescue'; readonly token: Address; readonly receiver: Address }
  | {
      readonly kind: 'nominate-deciders'
      /** Zero takes an earlier nomination back. */
      readonly arbiter: Address
      readonly attester: Address | null
    }
  | { readonly kind: 'appoint-deciders' }
  | {
      readonly kind: 'limit'
      readonly token: Address
      /** In the token's smallest unit; zero takes it from the list. */
      readonly most: bigint
    }
  | { readonly kind: 'only-listed'; readonly only: boolean }
  | { readonly kind: 'pause-ruling'; readonly escrow: Hex; readonly farmer: Address }
  | { readonly kind: 'accept-both'; readonly both: Address; readonly accepted: boolean }
