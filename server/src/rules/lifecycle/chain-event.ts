import type { Address } from '../../ground/address.ts'
import type { Side } from './quest.ts'

/** Where in the chain it is: each event has its own place, and counts once. */
export type ChainPlace = {
  readonly hash: string
  readonly logIndex: number
  readonly block: number
  /** Milliseconds since 1970, of its block. */
  readonly at: number
}

/** What the contract reports, in the words of the service. */
export type ChainEvent = ChainPlace & ChainHappening

export type ChainHappening =
  | { readonly kind: 'fund'; readonly token: Address; readonly amountEach: bigint; readonly slots: number }
  | { readonly kind: 'propose'; readonly farmer: Address; readonly reviewEndsAt: number }
  | { readonly kind: 'approve' | 'resolve' | 'settle' | 'divide' | 'concede'; readonly farmer: Address }
  /** What says something about a payment, and changes nothing here. */
  | { readonly kind: 'attest'; readonly farmer: Address }
  /** What is decided could not be sent to this side, whose receiver did not take it: it waits in the contract. */
  | {
      readonly kind: 'wait'
      readonly farmer: Address
      readonly side: Side
      readonly because: PaidBecause
      readonly amount: bigint
    }
  /** The giver returned the work. */
  | { readonly kind: 'return'; readonly farmer: Address }
  /** The giver takes free places back from then on. */
  | { readonly kind: 'notice'; readonly endsAt: number }
  | { readonly kind: 'dispute'; readonly farmer: Address; readonly settlesAt: number }
  /** `because` is what the contract said in the same transaction; `amount` what left, absent where it was all. */
  | {
      readonly kind: 'release'
      readonly farmer: Address
      readonly because: PaidBecause
      readonly amount?: bigint
    }
  /** `farmer` is null where places were given back that nobody was proposed for. */
  | { readonly kind: 'refund'; readonly farmer: null; readonly amount: bigint }
  | {
      readonly kind: 'refund'
      readonly farmer: Address
      readonly because: PaidBecause
      readonly amount?: bigint
    }
  | { readonly kind: 'close' }

export type PaidBecause = 'approve' | 'resolve' | 'settle' | 'divide' | 'concede' | null
