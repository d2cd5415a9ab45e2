import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { EscrowCallRow, EscrowCallTable } from '../db/escrow-tables.ts'
import { countChange } from '../db/revisions.ts'
import { transaction } from '../db/transaction.ts'

export type OwedCall =
  | {
      readonly kind: 'propose'
      readonly questId: string
      readonly farmer: Address
      readonly verified: boolean
    }
  | { readonly kind: 'release' | 'settle'; readonly questId: string; readonly farmer: Address }
  | { readonly kind: 'close'; readonly questId: string }

/**
 * Owes the contract a call, in the transaction that is the reason for it. The same call is owed once, however often it
 * is asked for; the keeper sends it.
 */
export async function queueCall(
  trx: Db,
  { clock }: Pick<Context, 'clock'>,
  call: OwedCall,
): Promise<boolean> {
  const { escrow, contract } = await trx
    .selectFrom('escrows')
    .select(['escrow', 'contract'])
    .where('quest_id', '=', call.questId)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const verified = call.kind === 'propose' && call.verified
  const row: EscrowCallTable = {
    id: idOf(call, verified),
    quest_id: call.questId,
    contract,
    escrow,
    kind: call.kind,
    farmer: call.kind === 'close' ? null : call.farmer,
    verified: Number(verified),
    state: 'queued',
    nonce: null,
    not_before: now,
    tries: 0,
    problem: null,
    created_at: now,
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('escrow_calls')
    .values(row)
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) > 0
}

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

function idOf(call: OwedCall, verified: boolean): string {
  const about = call.kind === 'close' ? call.questId : `${call.questId}:${call.farmer}`
  return `${verified ? 'verify' : call.kind}:${about}`
}
