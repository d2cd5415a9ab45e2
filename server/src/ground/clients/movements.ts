import type { Address } from '../address.ts'

/** An amount that a transaction moved from one account to another, in the smallest unit. */
export type Movement = { readonly from: Address; readonly to: Address; readonly amount: bigint }

export function sumOf(movements: readonly Movement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + amount, 0n)
}
