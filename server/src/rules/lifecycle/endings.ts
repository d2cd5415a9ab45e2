import { splitAmount } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import type { WorkEvent } from './events/all.ts'
import type { Quest, RefundedBecause, ReleasedBecause } from './quest.ts'

type Costs = Pick<Quest, 'amount' | 'token'>
type Released = Extract<WorkEvent, { kind: 'released' }>
type Refunded = Extract<WorkEvent, { kind: 'refunded' }>

/** The whole cost of a place goes to its farmer. */
export function release({ amount: paid }: Costs, farmer: Address, because: ReleasedBecause): Released {
  return { kind: 'released', farmer, because, paid, refunded: '0' }
}

/** The whole cost of a place goes back to the giver. */
export function refund({ amount: refunded }: Costs, farmer: Address, because: RefundedBecause): Refunded {
  return { kind: 'refunded', farmer, because, refunded }
}

/**
 * A share of the place's cost, in ten-thousandths, goes to its farmer, and the rest back to the giver. If one of them
 * gets nothing, the dispute is decided for the other.
 */
export function split(costs: Costs, farmer: Address, share: number): Released | Refunded {
  const [paid, refunded] = splitAmount(costs.amount, costs.token, share)
  if (share === 0 || (paid === '0' && refunded !== '0')) return refund(costs, farmer, 'resolved')
  if (refunded === '0') return release(costs, farmer, 'resolved')
  return { kind: 'released', farmer, because: 'split', paid, refunded, share }
}
