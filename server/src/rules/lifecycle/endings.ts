import { splitAmount } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import type { WorkEvent } from './events/all.ts'
import type { Quest, RefundedBecause, ReleasedBecause } from './quest.ts'

type Costs = Pick<Quest, 'amount' | 'token'>
type Released = Extract<WorkEvent, { kind: 'released' }>
type Refunded = Extract<WorkEvent, { kind: 'refunded' }>

export function release({ amount: paid }: Costs, farmer: Address, because: ReleasedBecause): Released {
  return { kind: 'released', farmer, because, paid, refunded: '0' }
}

export function refund({ amount: refunded }: Costs, farmer: Address, because: RefundedBecause): Refunded {
  return { kind: 'refunded', farmer, because, refunded }
}

/** Both sides agreed to a part, `share` in ten-thousandths, so that neither gets nothing. */
export function agreed({ amount, token }: Costs, farmer: Address, share: number): Released {
  const [paid, refunded] = splitAmount(amount, token, share)
  return { kind: 'released', farmer, because: 'agreed', paid, refunded, share }
}

/** `share` is in ten-thousandths. If one side gets nothing, the dispute is decided for the other. */
export function split(costs: Costs, farmer: Address, share: number): Released | Refunded {
  const [paid, refunded] = splitAmount(costs.amount, costs.token, share)
  if (share === 0 || (paid === '0' && refunded !== '0')) return refund(costs, farmer, 'resolved')
  if (refunded === '0') return release(costs, farmer, 'resolved')
  return { kind: 'released', farmer, because: 'split', paid, refunded, share }
}
