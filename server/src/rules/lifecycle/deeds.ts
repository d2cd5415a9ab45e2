import type { Address } from '../../ground/address.ts'

export type Deed =
  | { readonly kind: 'posted'; readonly giver: Address }
  /** `again` where the farmer had a place in this quest before, and gave it up. */
  | { readonly kind: 'accepted'; readonly farmer: Address; readonly again: boolean }
  | { readonly kind: 'withdrawn'; readonly farmer: Address }
  /** They have a part in a place of somebody else; `again` where they had one of their own here before, and gave it up. */
  | { readonly kind: 'shared'; readonly farmer: Address; readonly again: boolean }
  /** The farmer's place has no work any more: it was returned. */
  | { readonly kind: 'held'; readonly farmer: Address }
  | { readonly kind: 'unheld'; readonly farmer: Address }
  | Released
  | Settled
  | { readonly kind: 'refunded'; readonly giver: Address }
  | { readonly kind: 'dispute-lost'; readonly loser: Address; readonly as: 'giver' | 'farmer' }
  | Reviewed

export type DeedDone<D extends Deed = Deed> = {
  readonly at: number
  readonly questId: string
  /** The quest's fields that boards are filtered by; the skills as JSON. */
  readonly about: { readonly skills: string; readonly token: string }
  readonly deed: D
}

export type Released = {
  readonly kind: 'released'
  readonly farmer: Address
  /** The farmer of the place, for the part of another member of its team. */
  readonly place?: Address
  /** A part that is paid and counts for points, and is no finished piece of work. */
  readonly partial?: true
  readonly giver: Address
  readonly token: string
  readonly amount: string
  /** The paid share of the place's cost, in ten-thousandths. */
  readonly share: number
  readonly counts: boolean
  /** Counts although nothing proves it. */
  readonly recorded: boolean
  readonly source: string | null
  /** It adds to the reward of work that counts elsewhere. */
  readonly companion?: true
}

export type Settled = Omit<Released, 'kind' | 'place' | 'counts' | 'recorded' | 'source' | 'companion'> & {
  readonly countedAt: number | null
  readonly companion?: true
} & (
    | { readonly kind: 'settled' }
    /** The depositor took back money that the contract had kept for the farmer for a year. */
    | { readonly kind: 'reclaimed' }
    | { readonly kind: 'unsettled'; readonly because: `payment-${string}` }
  )

export type Reviewed = {
  readonly kind: 'reviewed'
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: 'farmer' | 'giver'
  readonly rating: number
  readonly comment: string
  readonly counts: boolean
}

/** The deed where its quest adds to the reward of another one; null for what is done there. */
export function ofCompanion(deed: Deed): Deed | null {
  switch (deed.kind) {
    case 'released':
      return { ...deed, companion: true, counts: false }
    case 'settled':
    case 'unsettled':
    case 'reclaimed':
      return { ...deed, companion: true, countedAt: null }
    case 'refunded':
      return deed
    case 'dispute-lost':
      return deed.as === 'giver' ? deed : null
    default:
      return null
  }
}
