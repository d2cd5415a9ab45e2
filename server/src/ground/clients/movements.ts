import type { Address } from '../address.ts'

export type Movement = { readonly from: Address; readonly to: Address; readonly amount: bigint }

export function sumOf(movements: readonly Movement[]): bigint {
  return movements.reduce((sum, { amount }) => sum + amount, 0n)
}
