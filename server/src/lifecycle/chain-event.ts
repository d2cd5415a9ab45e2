import type { Address } from '../address.ts'

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
  | { readonly kind: 'approve' | 'resolve' | 'settle'; readonly farmer: Address }
  | { readonly kind: 'dispute'; readonly farmer: Address; readonly settlesAt: number }
  /** `because` is what the contract said in the same transaction. */
  | { readonly kind: 'release'; readonly farmer: Address; readonly because: PaidBecause }
  /** `farmer` is null where places were given back that nobody was proposed for. */
  | { readonly kind: 'refund'; readonly farmer: null; readonly amount: bigint }
  | { readonly kind: 'refund'; readonly farmer: Address; readonly because: PaidBecause }
  | { readonly kind: 'close' }

export type PaidBecause = 'approve' | 'resolve' | 'settle' | null
