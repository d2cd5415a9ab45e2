import { fromUnits, wholeShare } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import type { PaidBecause } from './chain-event.ts'
import type { WorkEvent } from './events/all.ts'
import type { Deposit, Quest, RefundedBecause, ReleasedBecause } from './quest.ts'

export function splitOnChain(
  quest: Quest,
  farmer: Address,
  amount: bigint,
): Extract<WorkEvent, { kind: 'released' }> {
  const { amountEach, decimals } = quest.deposit as Deposit
  const [paid, refunded] = [fromUnits(amount, decimals), fromUnits(amountEach - amount, decimals)]
  // The contract rounds the farmer's part down.
  const share = Number((amount * BigInt(wholeShare) + amountEach - 1n) / amountEach)
  return { kind: 'released', farmer, because: 'split', paid, refunded, share }
}

export function releasedBecause(because: PaidBecause): ReleasedBecause {
  return because === null
    ? 'window-over'
    : (
        {
          approve: 'approved',
          resolve: 'resolved',
          settle: 'undecided',
          divide: 'resolved',
          concede: 'resolved',
        } as const
      )[because]
}

export function refundedBecause(because: PaidBecause): RefundedBecause {
  if (because === 'resolve' || because === 'divide') return 'resolved'
  if (because === 'concede') return 'conceded'
  return because === 'settle' ? 'undecided' : 'on-chain'
}
