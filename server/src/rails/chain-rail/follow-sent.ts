import { sql } from 'kysely'
import type { Escrow, Head } from '../../clients/escrow.ts'
import type { Context } from '../../context.ts'
import type { EscrowAttemptRow, EscrowCallRow } from '../../db/escrow-tables.ts'
import { countChange } from '../../db/revisions.ts'
import { isUniqueViolation, transaction } from '../../db/transaction.ts'
import { attemptOf, type Broadcasts, broadcast, callOf, pauseAfter } from './attempts.ts'
import { moveCall } from './outbox.ts'

/** After so many, the fee follows the market and no longer runs ahead of it. */
const manyAttempts = 20

/** Sees to the calls that have a nonce; gives those that are not in the chain yet. */
export async function followSent(
  context: Context,
  escrow: Escrow,
  head: Head,
  mined: number,
  broadcasts: Broadcasts,
): Promise<EscrowAttemptRow[]> {
  const { db } = context
  const withNonce = db
    .selectFrom('escrow_nonces')
    .innerJoin('escrow_calls', 'escrow_calls.id', 'escrow_nonces.call_id')
    .selectAll('escrow_calls')
    .where('escrow_nonces.operator', '=', escrow.operatorId)
    .whereRef('escrow_nonces.nonce', '=', 'escrow_calls.nonce')
  const calls = await withNonce
    // The key may have sent for an earlier contract too.
    .where('escrow_calls.contract', 'in', db.selectFrom('escrow_contracts').select('contract'))
    // In its own words, and with the number in it: a plan for any state and any number would read all that was ever sent.
    .where('escrow_calls.state', '=', sql.lit('sent' as const))
    // What was done, and is not in the chain any more, was dropped by a reorganisation: it goes out again.
    .union(withNonce.where('escrow_nonces.nonce', '>=', sql.lit(mined)))
    .orderBy('nonce')
    .execute()
  const waiting: EscrowAttemptRow[] = []
  for (const call of calls) {
    const attempts = await db
      .selectFrom('escrow_attempts')
      .selectAll()
      .where('call_id', '=', call.id)
      .where('nonce', '=', call.nonce)
      .orderBy('attempt', 'desc')
      .execute()
    if (Number(call.nonce) < mined) {
      await finish(context, escrow, head, call, attempts)
      continue
    }
    if (call.state === 'done') await moveCall(db, call, { state: 'sent' })
    const newest = (await raiseFee(context, escrow, call, attempts, broadcasts)) ?? attempts[0]
    if (newest === undefined) continue
    waiting.push(newest)
    await broadcast(context, escrow, newest, broadcasts)
  }
  return waiting
}

/** Its nonce is spent. By which of its attempts, and for good? */
async function finish(
  { clock, db, log }: Context,
  escrow: Escrow,
  head: Head,
  call: EscrowCallRow,
  attempts: readonly EscrowAttemptRow[],
): Promise<void> {
  const final = head.number - BigInt(escrow.confirmations) + 1n
  const again = {
    state: 'queued' as const,
    nonce: null,
    tries: call.tries + 1,
    not_before: clock.now() + pauseAfter(call),
  }
  for (const { hash } of attempts) {
    const receipt = await escrow.readReceipt(hash)
    if (receipt === null) continue
    if (receipt.block > final) return
    if (!receipt.success) log.warn({ call: call.id, hash }, 'the escrow contract refused a transaction')
    await moveCall(
      db,
      call,
      receipt.success ? { state: 'done', problem: null } : { ...again, problem: 'reverted' },
    )
    return
  }
  // Somebody used the key for something else. Nothing of this call can be mined any more once that is final.
  if (final < 0n || (await escrow.readNonce(final)) <= Number(call.nonce)) return
  log.error({ call: call.id, nonce: call.nonce }, 'the operator key is used by somebody else')
  await moveCall(db, call, { ...again, problem: 'nonce used elsewhere' })
}

/**
 * Another attempt with the same nonce, kept before it is sent, when the newest one has waited for long, or the node would
 * not even take it.
 */
async function raiseFee(
  { clock, db, log }: Context,
  escrow: Escrow,
  call: EscrowCallRow,
  attempts: readonly EscrowAttemptRow[],
  broadcasts: Broadcasts,
): Promise<EscrowAttemptRow | null> {
  const newest = attempts[0]
  const now = clock.now()
  if (newest === undefined) return null
  const isRefused = broadcasts.get(newest.hash)?.isUnderpriced === true
  if (now - newest.at < escrow.bumpMs && !isRefused) return null
  const current = await escrow.readFees()
  if (newest.attempt >= manyAttempts && current.maxFee <= BigInt(newest.max_fee)) return null
  const fees = {
    maxFee: higher(current.maxFee, newest.max_fee),
    priorityFee: higher(current.priorityFee, newest.priority_fee),
  }
  const signed = await escrow.sign(callOf(call), newest.nonce, BigInt(newest.gas), fees)
  const row = attemptOf(call.id, newest.nonce, newest.attempt + 1, signed, BigInt(newest.gas), fees, now)
  try {
    await transaction(db, async trx => {
      await trx.insertInto('escrow_attempts').values(row).execute()
      await countChange(trx, 'quests')
    })
  } catch (error) {
    // Another process did the same.
    if (isUniqueViolation(error)) return null
    throw error
  }
  const about = { call: call.id, nonce: row.nonce, attempt: row.attempt }
  if (row.attempt === manyAttempts) log.error(about, 'a transaction waits, however often its fee was raised')
  else log.info(about, 'raised the fee of a waiting transaction')
  return row
}

/** Nodes take a replacement only if both fees are at least a tenth higher; this is an eighth. */
function higher(current: bigint, former: string): bigint {
  const raised = (BigInt(former) * 9n) / 8n + 1n
  return current > raised ? current : raised
}
