import type { Db } from '@furrow/storage/db.ts'
import type { EscrowCallRow, EscrowCallTable } from '@furrow/storage/escrow-tables.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Clock } from '../../../ground/clock.ts'
import { countGas } from './gas-spent.ts'

export type Move = {
  readonly call: EscrowCallRow
  readonly to: Partial<
    Pick<
      EscrowCallTable,
      'state' | 'nonce' | 'batch' | 'tries' | 'not_before' | 'problem' | 'deadline' | 'signature' | 'work'
    >
  >
}
type Spent = { readonly clock: Clock; readonly cost: bigint }

export function moveCall(db: Db, call: EscrowCallRow, to: Move['to']): Promise<void> {
  return moveCalls(db, [{ call, to }])
}

/** Moves the calls of one transaction, if all are still as they were seen, and counts its cost in equal parts. */
export async function moveCalls(db: Db, moves: readonly Move[], spent: Spent | null = null): Promise<void> {
  await transaction(db, async trx => {
    for (const { call, to } of moves) {
      const { numUpdatedRows } = await trx
        .updateTable('escrow_calls')
        .set(to)
        .where('id', '=', call.id)
        .where('state', '=', call.state)
        .where('nonce', 'is not distinct from', call.nonce)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new MovedError()
    }
    await countChange(trx, 'quests')
    if (spent === null) return
    const count = BigInt(moves.length)
    const cost = (spent.cost + count - 1n) / count
    for (const { call } of moves) await countGas(trx, spent, call, cost)
  }).catch(error => {
    if (!(error instanceof MovedError)) throw error
  })
}

/** Undoes the transaction: another process was first, and this one looks again in its next round. */
class MovedError extends Error {}
