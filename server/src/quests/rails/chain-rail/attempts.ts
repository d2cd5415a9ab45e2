import type { EscrowAttemptRow, EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import type { Address } from '../../../ground/address.ts'
import type { Escrow, Estimate, Fees, Signed } from '../../../ground/clients/escrow.ts'
import type { ApprovalCall, EscrowCall, ShareCall } from '../../../ground/clients/escrow-calls.ts'
import { hour, second } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'

const resendAfter = 10 * second
const longestPause = 6 * hour

/** The last sending of each transaction by this process; another one, or this one after a restart, sends it again. */
export type Broadcasts = Map<string, { readonly at: number; readonly isUnderpriced: boolean }>

export async function broadcast(
  { clock, log }: Context,
  escrow: Escrow,
  { hash, raw, call_id }: EscrowAttemptRow,
  broadcasts: Broadcasts,
): Promise<void> {
  const now = clock.now()
  const last = broadcasts.get(hash)
  if (last !== undefined && now - last.at < resendAfter) return
  try {
    const isUnderpriced = (await escrow.send(raw)) === 'underpriced'
    if (isUnderpriced) log.warn({ call: call_id, hash }, 'the node refuses a transaction for its fee')
    broadcasts.set(hash, { at: now, isUnderpriced })
  } catch (error) {
    log.warn({ err: error, call: call_id, hash }, 'a transaction could not be sent and will be sent again')
  }
}

export function pauseAfter({ tries }: Pick<EscrowCallRow, 'tries'>): number {
  return Math.min(second * 2 ** Math.min(tries, 20), longestPause)
}

/** In wei. */
export function mostCost({
  gas,
  max_fee,
  l1_fee,
}: Pick<EscrowAttemptRow, 'gas' | 'max_fee' | 'l1_fee'>): bigint {
  return BigInt(gas) * BigInt(max_fee) + BigInt(l1_fee)
}

export type ReadyCall = EscrowCallRow & { readonly share?: Omit<ShareCall, 'kind'> }

export function callOf(calls: readonly [ReadyCall, ...ReadyCall[]]): EscrowCall {
  const [{ kind, ...first }] = calls
  if (calls.length > 1) {
    const items = calls.map(row => ({ ...placeOf(row), verified: row.verified === 1 }))
    return { kind: kind === 'propose' ? 'proposeMany' : 'releaseMany', items }
  }
  if (kind === 'share') {
    if (first.share === undefined) throw new Error('a call of a splitter without its account')
    return { kind, ...first.share }
  }
  const place = placeOf(first)
  if (kind === 'close') return { kind, escrow: place.escrow }
  if (kind === 'propose') return proposalOf(first, place)
  if (kind === 'approve') return approvalOf(first)
  return { kind, ...place }
}

type Place = ReturnType<typeof placeOf>

function proposalOf(
  {
    deadline,
    signature,
    verified,
    work,
  }: Pick<EscrowCallRow, 'deadline' | 'signature' | 'verified' | 'work'>,
  place: Place,
): EscrowCall {
  if (deadline === null || signature === null) return { kind: 'propose', ...place, verified: verified === 1 }
  return {
    kind: 'proposeAttested',
    ...place,
    work: work as `0x${string}` | null,
    deadline,
    signature: signature as `0x${string}`,
  }
}

/** The approval of proposed work; `tryApproval` finds out whether it has to be proposed with it. */
export function approvalOf(
  row: Pick<EscrowCallRow, 'escrow' | 'farmer' | 'verified' | 'deadline' | 'signature'>,
): ApprovalCall {
  const { deadline, signature, verified } = row
  if (deadline === null || signature === null) throw new Error('an approval without its signature')
  return {
    kind: 'approveFor',
    ...placeOf(row),
    verified: verified === 1,
    deadline,
    signature: signature as `0x${string}`,
  }
}

export function placeOf({ escrow, farmer }: Pick<EscrowCallRow, 'escrow' | 'farmer'>) {
  return { escrow: escrow as `0x${string}`, farmer: farmer as Address }
}

export function attemptOf(
  callId: string,
  nonce: number,
  attempt: number,
  signed: Signed,
  { gas, l1Fee }: Estimate,
  fees: Fees,
  at: number,
): EscrowAttemptRow {
  return {
    hash: signed.hash,
    call_id: callId,
    nonce,
    attempt,
    raw: signed.raw,
    max_fee: String(fees.maxFee),
    priority_fee: String(fees.priorityFee),
    gas: String(gas),
    l1_fee: String(l1Fee),
    at,
  }
}
