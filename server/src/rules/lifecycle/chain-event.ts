import type { Address } from '../../ground/address.ts'
import type { Side } from './quest.ts'

/** An event's place in the chain, by which it counts once. */
export type ChainPlace = {
  readonly hash: string
  readonly logIndex: number
  readonly block: number
  /** The time of its block, in milliseconds since 1970. */
  readonly at: number
}

export type ChainEvent = ChainPlace & ChainHappening

export type ChainHappening =
  | { readonly kind: 'fund'; readonly token: Address; readonly amountEach: bigint; readonly slots: number }
  | { readonly kind: 'propose'; readonly farmer: Address; readonly reviewEndsAt: number }
  | { readonly kind: 'approve' | 'resolve' | 'settle' | 'divide' | 'concede'; readonly farmer: Address }
  /** A statement about a payment, which changes nothing here. */
  | { readonly kind: 'attest'; readonly farmer: Address }
  /** A decided part that its receiver did not take: it waits in the contract. */
  | {
      readonly kind: 'wait'
      readonly farmer: Address
      readonly side: Side
      readonly because: PaidBecause
      readonly amount: bigint
    }
  | { readonly kind: 'return'; readonly farmer: Address }
  | { readonly kind: 'notice'; readonly endsAt: number }
  | { readonly kind: 'dispute'; readonly farmer: Address; readonly settlesAt: number }
  /** The arbiter ruled, or the owner paused the ruling: what stands at `payableAt` is carried out from then on. */
  | {
      readonly kind: 'rule'
      readonly farmer: Address
      readonly share: number
      readonly payableAt: number
      readonly paused: boolean
    }
  | { readonly kind: 'pause-ruling'; readonly farmer: Address; readonly payableAt: number }
  /** `because` is the contract's reason; `amount` is the part that left, absent where it was all. */
  | {
      readonly kind: 'release'
      readonly farmer: Address
      readonly because: PaidBecause
      readonly amount?: bigint
    }
  /** `farmer` is null for returned places without a proposal. */
  | { readonly kind: 'refund'; readonly farmer: null; readonly amount: bigint }
  | {
      readonly kind: 'refund'
      readonly farmer: Address
      readonly because: PaidBecause
      readonly amount?: bigint
    }
  | { readonly kind: 'close' }

export type PaidBecause = 'approve' | 'resolve' | 'settle' | 'divide' | 'concede' | null

/** Found in the contract's state and told by no event: it has no ruling any more, as after a reorganisation. */
export type FoundInState =
  | ChainHappening
  | { readonly kind: 'unrule'; readonly farmer: Address; readonly settlesAt: number }
