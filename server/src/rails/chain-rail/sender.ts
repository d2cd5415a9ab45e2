import type { Escrow, Fees, Head } from '../../clients/escrow.ts'
import type { Context } from '../../context.ts'
import type { EscrowAttemptRow, EscrowCallRow } from '../../db/escrow-tables.ts'
import { countChange } from '../../db/revisions.ts'
import { isUniqueViolation, transaction } from '../../db/transaction.ts'
import { attemptOf, type Broadcasts, broadcast, callOf } from './attempts.ts'
import { followSent } from './follow-sent.ts'
import { takeRefusal } from './refusals.ts'

/** So many transactions may wait in the mempool at once. */
const inFlight = 16

/**
 * Sends what is owed to the contract, each call with one nonce for life. The nonce, the signed bytes and their hash are
 * committed before they are first sent, so that a process that dies at any point leaves behind what the next one sends
 * again: the very same bytes. Any number of processes may do this at once: the database decides who takes a nonce.
 * Gives why it stopped, if it did. Where it is not `paying`, what has a nonce goes on, and nothing else that sends money out.
 */
export async function sendCalls(
  context: Context,
  escrow: Escrow,
  head: Head,
  broadcasts: Broadcasts,
  paying = true,
): Promise<'low-balance' | null> {
  const mined = await escrow.readNonce()
  const waiting = await followSent(context, escrow, head, mined, broadcasts)
  return sendQueued(context, escrow, head, mined, waiting, broadcasts, paying)
}

async function sendQueued(
  context: Context,
  escrow: Escrow,
  head: Head,
  mined: number,
  waiting: readonly EscrowAttemptRow[],
  broadcasts: Broadcasts,
  paying: boolean,
): Promise<'low-balance' | null> {
  const { clock, db, log } = context
  const calls = await db
    .selectFrom('escrow_calls')
    .selectAll()
    .where('contract', '=', escrow.id)
    .where('state', '=', 'queued')
    .where('not_before', '<=', clock.now())
    // What sends no money out may go on.
    .$if(!paying, query => query.where('kind', '=', 'propose'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(Math.max(inFlight - waiting.length, 0))
    .execute()
  if (calls.length === 0) return null
  const fees = await escrow.readFees()
  let balance = await escrow.readBalance()
  for (const { gas, max_fee } of waiting) balance -= BigInt(gas) * BigInt(max_fee)

  for (const call of calls) {
    const estimate = await escrow.estimate(callOf(call))
    if ('refused' in estimate) {
      await takeRefusal(context, escrow, head, call, estimate.refused)
      continue
    }
    balance -= estimate.gas * fees.maxFee
    if (balance < 0n) return 'low-balance'
    const attempt = await prepare(context, escrow, call, mined, estimate.gas, fees)
    if (attempt === null) continue
    log.info({ call: call.id, nonce: attempt.nonce, hash: attempt.hash }, 'sending to the escrow contract')
    await broadcast(context, escrow, attempt, broadcasts)
  }
  return null
}

/** Takes the next nonce for the call and keeps the signed bytes, in one commit; null where another process was first. */
async function prepare(
  { clock, db }: Context,
  escrow: Escrow,
  call: EscrowCallRow,
  mined: number,
  gas: bigint,
  fees: Fees,
): Promise<EscrowAttemptRow | null> {
  const operator = escrow.operatorId
  const { next_nonce } = await db
    .selectFrom('escrow_operators')
    .select('next_nonce')
    .where('operator', '=', operator)
    .executeTakeFirstOrThrow()
  const nonce = Math.max(next_nonce, mined)
  const signed = await escrow.sign(callOf(call), nonce, gas, fees)
  const attempt = attemptOf(call.id, nonce, 1, signed, gas, fees, clock.now())
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
      .set({ state: 'sent', nonce, problem: null })
      .where('id', '=', call.id)
      .where('state', '=', 'queued')
      .executeTakeFirst()
    if (sent.numUpdatedRows === 0n) throw new TakenError()
    await trx.insertInto('escrow_nonces').values({ operator, nonce, call_id: call.id }).execute()
    await trx.insertInto('escrow_attempts').values(attempt).execute()
    await countChange(trx, 'quests')
    return attempt
  }).catch(error => {
    if (error instanceof TakenError || isUniqueViolation(error)) return null
    throw error
  })
}

/** Undoes the transaction: another process sends this call, so its nonce is not taken. */
class TakenError extends Error {}
