import type { Assignment } from '@furrow/sdk/contract'
import { isPaidOnChain } from '@furrow/storage/paid-on-chain.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import { checksum } from '../../ground/address.ts'
import { instant, instantOrNull } from '../../ground/clock.ts'
import type { ShownTransaction } from '../change/few-farmers.ts'
import type { PlaceState } from '../change/place-state.ts'
import { mandateOf } from '../change/work-rows.ts'

export const paymentColumns = [
  'rail',
  'proof',
  'backing',
  'counted',
  'counted_at',
  'payment',
  'payment_ref',
  'paid_at',
  'said_paid_at',
  'received_at',
  'missed_at',
  'unpaid',
  'reclaimed_at',
] as const
type Row = Pick<AssignmentRow, (typeof paymentColumns)[number] | 'status' | 'released_at'>

export function showWorkPayment(row: Row, state: PlaceState): Pick<Assignment, 'payment' | 'countsAs'> {
  if (row.status !== 'released') return { payment: null, countsAs: null }
  const isOnChain = isPaidOnChain(row)
  return {
    payment: {
      status: isOnChain ? 'paid' : (row.payment ?? 'recorded'),
      paidAt: instantOrNull(isOnChain ? row.released_at : row.paid_at),
      ...(waitsForFarmer(row, state) && { waitsForFarmer: true }),
      ...(row.reclaimed_at !== null && { reclaimedAt: instant(row.reclaimed_at) }),
      ...showDenial(row, state),
      ...showWord(row, state),
      ...showSettledBy(row, isOnChain),
      ...(state.confirmedBy && { confirmedBy: state.confirmedBy }),
      ...showMandate(row, state),
    },
    countsAs: countsAs(row),
  }
}

function showMandate(row: Row, state: PlaceState) {
  const proposal = mandateOf(row, state)
  return proposal === null ? {} : { proposal }
}

function showDenial({ missed_at }: Row, { deniedAt }: PlaceState) {
  const at = deniedAt ?? missed_at
  return at === null ? {} : { notReceivedAt: instant(at) }
}

function showWord({ said_paid_at, received_at }: Row, { saidTransaction }: PlaceState) {
  if (said_paid_at === null) return {}
  return {
    saidPaidAt: instant(said_paid_at),
    saidTransaction: saidTransaction ?? null,
    ...(received_at !== null && { receivedAt: instant(received_at) }),
  }
}

/** A client of before knows `paid` as proved by a chain, so a farmer's word leaves the status as it was. */
function showSettledBy({ payment, received_at }: Row, isOnChain: boolean) {
  if (isOnChain || payment === 'paid') return { settledBy: 'chain' as const }
  return received_at === null ? {} : { settledBy: 'farmer' as const }
}

function waitsForFarmer({ payment }: Row, { minedAt }: PlaceState): boolean {
  return payment === null && minedAt !== undefined
}

function countsAs({
  backing,
  counted,
  counted_at,
  proof,
  rail,
}: Row): (Assignment['countsAs'] & string) | null {
  if (counted === 0) return null
  if (counted_at !== null) return 'payment'
  if (backing !== 'before') return backing === 'merge' || backing === 'chain' ? backing : 'recorded'
  // Released by a version that did not ask.
  if (rail === 'chain') return 'chain'
  return proof === 'merge' ? 'merge' : 'recorded'
}

export function withTransaction(farmer: Assignment, row: ShownTransaction): Assignment {
  const { shown_chain_id: chainId, shown_hash: txHash, shown_payer: payer, shown_problem: problem } = row
  if (!farmer.payment || chainId === null || txHash === null) return farmer
  const transaction = { chainId, txHash, payer: payer && checksum(payer), problem }
  return { ...farmer, payment: { ...farmer.payment, ...transaction } }
}
