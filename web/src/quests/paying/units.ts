import { fromUnits, toUnits } from '@furrow/sdk'

/** An amount may be finer than its token: then it is rounded up, as the service does. */
export function unitsOf(amount: string, decimals: number): bigint {
  const exact = toUnits(amount, decimals)
  if (exact !== null) return exact
  const finer = amount.split('.')[1]?.length ?? 0
  const each = 10n ** BigInt(finer - decimals)
  return ((toUnits(amount, finer) ?? 0n) + each - 1n) / each
}

/** The sum, exactly. */
export function sumOf(works: readonly { readonly amount: string }[]): string {
  const decimals = Math.max(0, ...works.map(({ amount }) => amount.split('.')[1]?.length ?? 0))
  return fromUnits(
    works.reduce((sum, { amount }) => sum + (toUnits(amount, decimals) ?? 0n), 0n),
    decimals,
  )
}
