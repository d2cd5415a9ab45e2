import type { EscrowAttemptRow } from '@furrow/storage/escrow-tables.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import type { Escrow, Estimate, Fees } from '../../../ground/clients/escrow.ts'
import type { EscrowCall } from '../../../ground/clients/escrow-calls.ts'
import type { Context } from '../../../ground/context.ts'
import { attemptOf, type ReadyCall } from './attempts.ts'

export type Calls = readonly [ReadyCall, ...ReadyCall[]]
export type TriedOut = Estimate & { readonly call: EscrowCall }

/** Takes the next nonce for the calls and keeps the signed bytes, in one commit; null where another process was first. */
export async function prepare(
  { clock, db }: Context,
  escrow: Escrow,
  calls: Calls,
  mined: number,
  { call, ...estimate }: TriedOut,
  fees: Fees,
): Promise<EscrowAttemptRow | null> {
  const operator = escrow.operatorId
  const { next_nonce } = await db
    .selectFrom('escrow_operators')
    .select('next_nonce')
    .where('operator', '=', operator)
    .executeTakeFirstOrThrow()
  const nonce = Math.max(next_nonce, mined)
  const signed = await escrow.sign(call, nonce, estimate.gas, fees)
  const [{ id }] = calls
  // Another key may have sent this call with the same nonce, in vain.
  const { last } = await db
    .selectFrom('escrow_attempts')
    .select(({ fn }) => fn.max('attempt').as('last'))
    .where('call_id', '=', id)
    .where('nonce', '=', nonce)
    .executeTakeFirstOrThrow()
  const attempt = attemptOf(id, nonce, Number(last ?? 0) + 1, signed, estimate, fees, clock.now())
  const ids = calls.map(call => call.id)
  return transaction(db, async trx => {
    const taken = await trx
      .updateTable('escrow_operators')
      .set({ next_nonce: nonce + 1 })
      .where('operator', '=', operator)
      .where('next_nonce', '=', next_nonce)
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) return null
    const sent = await trx
      .updateTable('escrow_calls')
      .set({ state: 'sent', nonce, batch: ids.length > 1 ? id : null, problem: null })
      .where('id', 'in', ids)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (sent.numUpdatedRows < BigInt(ids.length)) throw new TakenError()
    await trx.insertInto('escrow_nonces').values({ operator, nonce, call_id: id }).execute()
    await trx.insertInto('escrow_attempts').values(attempt).execute()
    await countChange(trx, 'quests')
    return attempt
  }).catch(error => {
    if (error instanceof TakenError || isUniqueViolation(error)) return null
    throw error
  })
}

/** Undoes the transaction and its nonce: another process sends one of these calls, or it is not owed any more. */
class TakenError extends Error {}
