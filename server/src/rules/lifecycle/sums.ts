import { toLedger } from '../ledger/amounts.ts'
import type { Quest, Sums } from './quest.ts'

export function evenSums({ amount, places, tally, returned }: Omit<Quest, 'sums'>): Sums {
  const each = toLedger(amount)
  return {
    promised: each * BigInt(places),
    released: each * BigInt(tally.released),
    refunded: each * BigInt(tally.refunded + returned),
  }
}

export function moveSums(
  sums: Sums,
  { paid = 0n, refunded = 0n }: { readonly paid?: bigint; readonly refunded?: bigint },
): Sums {
  return { ...sums, released: sums.released + paid, refunded: sums.refunded + refunded }
}

/** The cost of places neither paid nor given back. */
export function openUnits({ amount, places, tally, returned }: Omit<Quest, 'sums'>): bigint {
  return toLedger(amount) * BigInt(places - tally.released - tally.refunded - returned)
}
