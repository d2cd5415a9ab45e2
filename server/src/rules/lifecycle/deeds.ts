import type { Address } from '../../ground/address.ts'

/** What counts for a person's profile, score and reputation. */
export type Deed =
  | { readonly kind: 'posted'; readonly giver: Address }
  /** `again` where the farmer had a place in this quest before, and gave it up. */
  | { readonly kind: 'accepted'; readonly farmer: Address; readonly again: boolean }
  /** The farmer gave his place back. */
  | { readonly kind: 'withdrawn'; readonly farmer: Address }
  /** The farmer's place has no work any more: it was returned. */
  | { readonly kind: 'held'; readonly farmer: Address }
  /** The farmer's place has work now, or is no longer his. */
  | { readonly kind: 'unheld'; readonly farmer: Address }
  | Released
  | Settled
  | { readonly kind: 'refunded'; readonly giver: Address }
  | { readonly kind: 'dispute-lost'; readonly loser: Address; readonly as: 'giver' | 'farmer' }
  | Reviewed

/** When it was done, and in which quest. */
export type DeedDone<D extends Deed = Deed> = {
  readonly at: number
  readonly questId: string
  /** Of the quest: what boards are filtered by; the skills as JSON. */
  readonly about: { readonly skills: string; readonly token: string }
  readonly deed: D
}

export type Released = {
  readonly kind: 'released'
  readonly farmer: Address
  readonly giver: Address
  readonly token: string
  /** What was paid. */
  readonly amount: string
  /** How much of what the place cost that is, in ten-thousandths. */
  readonly share: number
  /** Whether it counts for points. */
  readonly counts: boolean
  /** Whether nothing proves it, and it counts all the same. */
  readonly recorded: boolean
  /** Of a merge that proves it, whose and where. */
  readonly source: string | null
}

/** The payment of released work counts; or counts no more. */
export type Settled = Omit<Released, 'kind' | 'counts' | 'recorded' | 'source'> & {
  /** When it came to count for points by that; null where it counted without, or does not. */
  readonly countedAt: number | null
} & (
    | { readonly kind: 'settled' }
    /** Whoever paid in took back what the contract had kept for the farmer for a year. */
    | { readonly kind: 'reclaimed' }
    /** `because`: what happened to the payment. */
    | { readonly kind: 'unsettled'; readonly because: `payment-${string}` }
  )

export type Reviewed = {
  readonly kind: 'reviewed'
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: 'farmer' | 'giver'
  readonly rating: number
  readonly comment: string
  /** Whether it is of work that counts for points. */
  readonly counts: boolean
}
