import type { Address } from '../../ground/address.ts'
import type { Account } from '../../ground/db/tables.ts'

/** A movement in the double-entry ledger: what one account loses another gains. */
export type Posting = {
  /** Says what it is for, and is booked once: `release:<quest>:<farmer>`. */
  readonly id: string
  readonly questId: string
  readonly token: string
  readonly from: { readonly account: Account; readonly party: Address }
  readonly to: { readonly account: Account; readonly party: Address }
  /** In the ledger's units. */
  readonly units: bigint
}
