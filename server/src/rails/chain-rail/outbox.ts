import type { Db } from '../../db/db.ts'
import type { EscrowCallRow, EscrowCallTable } from '../../db/escrow-tables.ts'
import { countChange } from '../../db/revisions.ts'
import { transaction } from '../../db/transaction.ts'

/** What became of a call, where it is still as it was seen; the quest shows it. */
export async function moveCall(
  db: Db,
  { id, state, nonce }: EscrowCallRow,
  to: Partial<Pick<EscrowCallTable, 'state' | 'nonce' | 'tries' | 'not_before' | 'problem'>>,
): Promise<void> {
  await transaction(db, async trx => {
    const { numUpdatedRows } = await trx
      .updateTable('escrow_calls')
      .set(to)
      .where('id', '=', id)
      .where('state', '=', state)
      .where('nonce', 'is not distinct from', nonce)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await countChange(trx, 'quests')
  })
}
