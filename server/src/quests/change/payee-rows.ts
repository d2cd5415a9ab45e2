import type { EscrowPayeeRow } from '@furrow/storage/escrow-tables.ts'
import type { Address } from '../../ground/address.ts'
import { type SplitAccount, splitAddressOf } from '../../ground/clients/split-account.ts'
import type { Payees } from '../../rules/lifecycle/split.ts'

export function toPayeeRow(
  { questId, farmer, at }: { readonly questId: string; readonly farmer: Address; readonly at: number },
  split: SplitAccount,
): EscrowPayeeRow {
  return {
    quest_id: questId,
    account: splitAddressOf(split),
    farmer,
    splitter: split.splitter,
    payees: JSON.stringify(split.payees),
    parts: JSON.stringify(split.parts.map(String)),
    salt: split.salt,
    at,
  }
}

export function toSplit({ splitter, salt, ...row }: EscrowPayeeRow): SplitAccount {
  return { splitter, ...toPayees(row), salt: salt as SplitAccount['salt'] }
}

export function toPayees({ payees, parts }: Pick<EscrowPayeeRow, 'payees' | 'parts'>): Payees {
  return { payees: JSON.parse(payees) as Address[], parts: (JSON.parse(parts) as string[]).map(BigInt) }
}
