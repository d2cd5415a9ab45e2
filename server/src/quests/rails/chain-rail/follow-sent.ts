import type { EscrowAttemptRow, EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import type { Escrow, Head, Receipt } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { attemptOf, type Broadcasts, broadcast, pauseAfter, placeOf } from './attempts.ts'
import { type Move, moveCall, moveCalls } from './outbox.ts'
import { isSharedOut } from './payees.ts'
import { type Key, readSent, type Sent } from './sent.ts'

/** After so many attempts, the fee follows the market and no longer runs ahead of it. */
const manyAttempts = 20

/** Follows the key's calls with a nonce, for any contract: they wait for each other. Gives those not in the chain yet. */
export async function followSent(
  context: Context,
  escrow: Escrow,
  head: Head,
  key: Key,
  broadcasts: Broadcasts,
): Promise<EscrowAttemptRow[]> {
  const { db } = context
  const waiting: EscrowAttemptRow[] = []
  const { operatorId, mined } = key
  for (const sent of await readSent(db, escrow, key)) {
    if (sent.calls.length === 0) continue
    if (sent.nonce < mined) {
      await finish(context, escrow, head, operatorId, sent)
      continue
    }
    for (const call of sent.calls) if (call.state === 'done') await moveCall(db, call, { state: 'sent' })
    const newest = (await raiseFee(context, escrow, operatorId, sent, broadcasts)) ?? sent.attempts[0]
    if (newest === undefined) continue
    waiting.push(newest)
    await broadcast(context, escrow, newest, broadcasts)
  }
  return waiting
}

async function finish(
  context: Context,
  escrow: Escrow,
  head: Head,
  operatorId: string,
  sent: Sent,
): Promise<void> {
  const { clock, db, log } = context
  const { final } = head
  const { callId, nonce, calls, attempts } = sent
  const again = (call: EscrowCallRow, problem: string): Move => ({
    call,
    to: {
      state: 'queued',
      nonce: null,
      batch: null,
      tries: call.tries + 1,
      not_before: clock.now() + pauseAfter(call),
      problem,
    },
  })
  for (const { hash } of attempts) {
    const receipt = await escrow.readReceipt(hash)
    if (receipt === null) continue
    if (receipt.block > final) return
    if (!receipt.success) log.warn({ call: callId, hash }, 'the escrow contract refused a transaction')
    const [first] = calls
    const isInVain =
      first?.kind === 'share' && receipt.success && !(await isSharedOut(db, escrow, first, receipt, final))
    const moves = calls.map((call): Move => {
      if (!receipt.success) return again(call, 'reverted')
      if (isInVain) return again(call, 'nothing was shared out')
      if (!isLeftOut(sent, call, receipt)) return { call, to: { state: 'done', problem: null } }
      log.warn({ call: call.id, hash }, 'the escrow contract left a call out of several; it goes alone')
      return again(call, 'left out of a batch')
    })
    await moveCalls(db, moves, { clock, cost: receipt.cost })
    return
  }
  // Somebody used the key for something else. No attempt of this call can be mined any more once that is final.
  if (final < 0n || (await escrow.readNonce(final, operatorId)) <= nonce) return
  log.error({ call: callId, nonce }, 'the operator key is used by somebody else')
  await moveCalls(
    db,
    calls.map(call => again(call, 'nonce used elsewhere')),
  )
}

/** A batch succeeds also where the contract left some calls out, which have no event then: they go alone. */
function isLeftOut({ isBatch }: Sent, call: EscrowCallRow, { done }: Receipt): boolean {
  if (!isBatch) return false
  const place = placeOf(call)
  return !done.some(
    ({ contract, kind, escrow, farmer }) =>
      contract === call.contract && kind === call.kind && escrow === place.escrow && farmer === place.farmer,
  )
}

/** Signs anew with the same nonce, and keeps that before it is sent, after a long wait or a refused fee. */
async function raiseFee(
  { clock, db, log }: Context,
  escrow: Escrow,
  operatorId: string,
  { callId, attempts }: Sent,
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
  if (fees.maxFee > escrow.mostFee) {
    tellOfCeiling(log, newest)
    return null
  }
  const signed = await escrow.signAgain(newest.raw, operatorId, fees)
  if (signed === null) return null
  const estimate = { gas: BigInt(newest.gas), l1Fee: BigInt(newest.l1_fee) }
  const row = attemptOf(callId, newest.nonce, newest.attempt + 1, signed, estimate, fees, now)
  try {
    await transaction(db, async trx => {
      await trx.insertInto('escrow_attempts').values(row).execute()
      await countChange(trx, 'quests')
    })
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
  const about = { call: callId, nonce: row.nonce, attempt: row.attempt }
  if (row.attempt === manyAttempts) log.error(about, 'a transaction waits, however often its fee was raised')
  else log.info(about, 'raised the fee of a waiting transaction')
  return row
}

const atCeiling = new WeakMap<object, Set<string>>()

function tellOfCeiling(log: Context['log'], { call_id, hash }: EscrowAttemptRow): void {
  const told = atCeiling.get(log) ?? new Set()
  atCeiling.set(log, told)
  if (told.has(hash)) return
  told.add(hash)
  log.error({ call: call_id, hash }, 'a transaction waits: its fee cannot be raised within ESCROW_MAX_FEE')
}

/** Nodes take a replacement only if both fees are at least a tenth higher; this is an eighth. */
function higher(current: bigint, former: string): bigint {
  const raised = (BigInt(former) * 9n) / 8n + 1n
  return current > raised ? current : raised
}
