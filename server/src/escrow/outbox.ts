import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { EscrowCallTable } from '../db/escrow-tables.ts'

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

function idOf(call: OwedCall, verified: boolean): string {
  const about = call.kind === 'close' ? call.questId : `${call.questId}:${call.farmer}`
  return `${verified ? 'verify' : call.kind}:${about}`
}
