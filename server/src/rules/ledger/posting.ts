import type { Account } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'

export type Posting = {
  /** Names its purpose, and is booked once: `release:<quest>:<farmer>`, or `release:<quest>:<farmer>:<member>`. */
  readonly id: string
  readonly questId: string
  readonly token: string
  readonly from: { readonly account: Account; readonly party: Address }
  readonly to: { readonly account: Account; readonly party: Address }
  readonly units: bigint
}
