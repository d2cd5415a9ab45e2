import type { Db } from '@furrow/storage/db.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../../ground/address.ts'
import type { Transaction } from '../../../rules/lifecycle/quest.ts'
import { referenceOf } from '../../change/work-rows.ts'

export type OtherWork = Pick<AssignmentRow, 'quest_id' | 'giver' | 'amount' | 'paid' | 'payment_ref'> & {
  readonly payer: Address | null
  readonly payment: AssignmentRow['payment']
}

export const mostShared = 20

/** In the same token: other movements of the transaction do not concern this work. */
export async function findOthersOf(
  db: Db,
  work: Pick<AssignmentRow, 'quest_id' | 'farmer' | 'token'>,
  transaction: Transaction,
): Promise<OtherWork[]> {
  const rows = await findSharing(db, work, transaction)
  return rows.filter(
    ({ quest_id, token }) => quest_id !== work.quest_id && token.toUpperCase() === work.token.toUpperCase(),
  )
}

/** null where the transaction has no free part left. */
export async function findFreePart(
  db: Db,
  work: Pick<AssignmentRow, 'farmer'>,
  transaction: Transaction,
): Promise<number | null> {
  const taken = new Set((await findSharing(db, work, transaction)).map(({ payment_ref }) => payment_ref))
  const parts = Array.from({ length: mostShared }, (_, part) => part)
  return parts.find(part => !taken.has(referenceOf(transaction, part))) ?? null
}

function findSharing(db: Db, { farmer }: Pick<AssignmentRow, 'farmer'>, transaction: Transaction) {
  const references = Array.from({ length: mostShared }, (_, part) => referenceOf(transaction, part))
  return db
    .selectFrom('assignments')
    .select([
      'quest_id',
      'giver',
      'token',
      'amount',
      'paid',
      'payment_ref',
      'payment',
      'payment_payer as payer',
    ])
    .where('payment_ref', 'in', references)
    .where('farmer', '=', farmer)
    .execute()
}
