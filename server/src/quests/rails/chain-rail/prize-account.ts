import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { Address } from '../../../ground/address.ts'

/** The contract knows the prizes of a contest by the account that divides them; here the first winner's place stands for them. */
export async function withFarmer<E extends { readonly kind: string }>(
  db: Db,
  { quest_id, prizes_account: account }: Pick<EscrowRow, 'quest_id' | 'prizes_account'>,
  event: E,
): Promise<E> {
  if (account === null || !('farmer' in event) || event.farmer !== account) return event
  const lead = await db
    .selectFrom('assignments')
    .select('farmer')
    .where('quest_id', '=', quest_id)
    .where('review_started_at', 'is not', null)
    .executeTakeFirst()
  return lead === undefined ? event : { ...event, farmer: lead.farmer }
}

/** The other way: the address by which the contract knows the payment of this farmer's place. */
export function payeeOf({ prizes_account }: Pick<EscrowRow, 'prizes_account'>, farmer: Address): Address {
  return prizes_account ?? farmer
}
