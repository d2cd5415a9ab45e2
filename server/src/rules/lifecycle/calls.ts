import type { Address } from '../../ground/address.ts'
import type { Asked } from './quest.ts'

export type Call =
  /** `round`: how often the contract gave the work back before. */
  | { readonly call: Asked; readonly farmer: Address; readonly round: number }
  | { readonly call: 'close'; readonly farmer: null }
  | Approval

/** The giver's signed approval, carried for them. Approvals of one work differ by their end. */
export type Approval = {
  readonly call: 'approve'
  readonly farmer: Address
  readonly until: number
  /** null where it is not needed any more. */
  readonly signed: { readonly signature: string; readonly verified: boolean } | null
}
