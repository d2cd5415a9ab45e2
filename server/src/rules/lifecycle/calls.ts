import type { Address } from '../../ground/address.ts'
import type { Asked } from './quest.ts'
import type { Team } from './team.ts'

export type Call =
  /** `round`: how often the contract gave the work back before. */
  | { readonly call: Asked; readonly farmer: Address; readonly round: number }
  | { readonly call: 'close'; readonly farmer: null }
  /** The account gives what the contract paid for a place to its members, or with each round to so many payees of a contest. */
  | { readonly call: 'share'; readonly farmer: Address; readonly round: number }
  | Approval

/** A call for a place that a team shares, whose split account is its farmer to the contract. */
export type OwedCall = Call & { readonly team?: Team & { readonly splitter: Address } }

/** The giver's signed approval, carried for them. Approvals of one work differ by their end. */
export type Approval = {
  readonly call: 'approve'
  readonly farmer: Address
  readonly until: number
  /** null where it is not needed any more. */
  readonly signed: { readonly signature: string; readonly verified: boolean } | null
}
