import type { EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import type { Address } from '../../../ground/address.ts'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import { second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { change } from '../../change/change.ts'
import { pauseAfter } from './attempts.ts'
import { moveCall } from './outbox.ts'
import { readPlaceOf } from './payees.ts'
import { forgetStanding } from './standing.ts'

/** The contract refuses a call because it is done already, or for now, or for ever. */
export async function takeRefusal(
  context: Context,
  escrow: Escrow,
  head: Head,
  call: EscrowCallRow,
  reason: string,
): Promise<void> {
  const { clock, db, log } = context
  if ((reason === 'AlreadyProposed' && call.kind === 'propose') || (await isDone(escrow, call))) {
    await moveCall(db, call, { state: 'done', problem: null })
    return
  }
  if (reason === 'NotOperator' || reason === 'ProposalsArePaused') {
    forgetStanding(escrow)
    await moveCall(db, call, { not_before: clock.now() + 10 * second, problem: reason })
    return
  }
  if (call.farmer !== null && (await isStranded(escrow, head, call, call.farmer))) {
    log.error({ call: call.id, reason }, 'the escrow contract has no place for this work any more')
    const farmer = await readPlaceOf(db, call.quest_id, call.farmer)
    await change(context, call.quest_id, { kind: 'strand', by: null, farmer })
    await moveCall(db, call, { state: 'done', problem: reason })
    return
  }
  if (call.kind === 'propose' && call.signature !== null) {
    // The attester is asked again; without its word the work is proposed like any other.
    await moveCall(db, call, { deadline: null, signature: null, work: null, problem: reason })
    return
  }
  if (reason === 'SignatureExpired' || (call.deadline !== null && head.time > call.deadline * second)) {
    await moveCall(db, call, { state: 'done', problem: 'the signature expired' })
    return
  }
  log.warn(
    { call: call.id, reason, tries: call.tries },
    'the escrow contract refuses a call; it will be tried again',
  )
  await moveCall(db, call, {
    tries: call.tries + 1,
    not_before: clock.now() + pauseAfter(call),
    problem: reason,
  })
}

async function isDone(escrow: Escrow, call: EscrowCallRow): Promise<boolean> {
  const key = call.escrow as `0x${string}`
  // It is tried until it is in a block: nothing is repeated by it.
  if (call.kind === 'share') return false
  if (call.kind === 'close') return (await escrow.readDeposit(key))?.closed ?? false
  const { state, verified } = await escrow.readPayment(key, call.farmer as Address)
  // A decided payment may wait for its receiver to take it.
  if (state === 'released' || state === 'refunded' || state === 'split' || state === 'unpaid') return true
  return call.kind === 'propose' && state !== 'none' && (verified || call.verified === 0)
}

/** As of final blocks. Without a free place, or in a closed deposit, nobody else can ever be proposed. */
async function isStranded(
  escrow: Escrow,
  head: Head,
  call: EscrowCallRow,
  farmer: Address,
): Promise<boolean> {
  if (call.kind !== 'propose') return false
  const { final } = head
  if (final < 0n) return false
  const key = call.escrow as `0x${string}`
  const deposit = await escrow.readDeposit(key, final)
  if (deposit === null || (!deposit.closed && deposit.free > 0)) return false
  return (await escrow.readPayment(key, farmer, final)).state === 'none'
}
