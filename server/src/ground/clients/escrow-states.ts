import type { Hex } from 'viem'
import type { Address } from '../address.ts'

/** Where a farmer's payment may stand, in the contract's own order. */
export const paymentStates = [
  'none',
  'proposed',
  'disputed',
  'released',
  'refunded',
  // Of the second version: both have a part; or it is decided, and a part waits for its receiver.
  'split',
  'unpaid',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** The deposit, and the farmers whose payments are asked for. */
export type AskedState = { readonly escrow: Hex; readonly farmers: readonly Address[] }

/** What the contract itself holds to be so. */
export type DepositState = {
  readonly escrow: Hex
  /** null where nothing was paid in. */
  readonly deposit: {
    readonly token: Address
    readonly amountEach: bigint
    readonly slots: number
    /** Places that nobody was proposed for, and that were not given back. */
    readonly free: number
    /** Places whose money is still there. */
    readonly held: number
    /** From when on free places are given back, in milliseconds since 1970; null where no end is set. */
    readonly endsAt: number | null
  } | null
  readonly payments: ReadonlyMap<Address, PaymentAt>
  /** How long the arbiter has for a dispute, in milliseconds. */
  readonly disputeMs: number
  /** Whether a second RPC, where one is named, says the same. */
  readonly agreed: boolean
}

export type PaymentAt = {
  readonly state: PaymentState
  /** Milliseconds since 1970; 0 where there was none. */
  readonly reviewEndsAt: number
  readonly disputedAt: number
  /** What the farmer gets of a decided payment, in ten-thousandths; the first version decides for one of the two. */
  readonly share: number
  /** Of decided work: whose part is still in the contract. */
  readonly owed: { readonly farmer: boolean; readonly giver: boolean }
  /** How often the giver returned the work. */
  readonly returned: number
}
