import type { PaymentState } from '@furrow/sdk/escrow-version'
import type { Hex } from 'viem'
import type { Address } from '../address.ts'

export type AskedState = { readonly escrow: Hex; readonly farmers: readonly Address[] }

export type DepositState = {
  readonly escrow: Hex
  readonly deposit: {
    readonly token: Address
    readonly amountEach: bigint
    readonly slots: number
    readonly free: number
    readonly held: number
    /** Free places are given back from this time on, in milliseconds since 1970; null if no end is set. */
    readonly endsAt: number | null
  } | null
  readonly payments: ReadonlyMap<Address, PaymentAt>
  /** The arbiter's time for a dispute, in milliseconds. */
  readonly disputeMs: number
  readonly agreed: boolean
}

export type PaymentAt = {
  readonly state: PaymentState
  /** Milliseconds since 1970; 0 if there was none. */
  readonly reviewEndsAt: number
  readonly disputedAt: number
  /** The farmer's share of a decided payment, in ten-thousandths; the first version decides for one of the two. */
  readonly share: number
  readonly owed: { readonly farmer: boolean; readonly giver: boolean }
  readonly returned: number
  /** When a ruling is carried out, in milliseconds since 1970, without what an outage of the sequencer adds; null without one. */
  readonly payableAt: number | null
  /** Whether the owner paused the ruling, so that the arbiter may rule anew. */
  readonly paused: boolean
}
