import { BadRequestError } from '../errors.ts'

/** The ledger counts every token in units of 10^-18, which is finer than any of them. */
const ledgerDecimals = 18

const knownDecimals: Readonly<Record<string, number>> = { USDC: 6, USDT: 6, EURC: 6, WBTC: 8 }

const maxDigits = 15

/**
 * The number as exact decimal digits, without exponent: `1e-7` is `"0.0000001"`.
 * @throws BadRequestError for more than 15 significant digits, which JSON's numbers do not carry exactly, for more
 * decimals than the token has, or for more than 15 digits before the point.
 */
export function exactAmount(value: number, token: string): string {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(point, '0')
  const padded = point > 0 ? digits : '0'.repeat(1 - point) + digits
  const before = padded.slice(0, Math.max(point, 1))
  const after = padded.slice(Math.max(point, 1)).replace(/0+$/, '')

  const decimals = knownDecimals[token.toUpperCase()] ?? ledgerDecimals
  if ((before + after).replace(/^0+|0+$/g, '').length > maxDigits)
    throw new BadRequestError(`rewardAmount must have at most ${maxDigits} significant digits.`)
  if (before.length > maxDigits) throw new BadRequestError('rewardAmount is too large.')
  if (after.length > decimals)
    throw new BadRequestError(`rewardAmount must have at most ${decimals} decimals, as ${token} has.`)
  return after === '' ? before : `${before}.${after}`
}

/** `"1.5"` as units; the amount has at most 18 decimals and no sign. */
export function toUnits(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(ledgerDecimals, '0'))
}

export function fromUnits(units: bigint): string {
  const digits = units.toString().padStart(ledgerDecimals + 1, '0')
  const fraction = digits.slice(-ledgerDecimals).replace(/0+$/, '')
  return digits.slice(0, -ledgerDecimals) + (fraction && `.${fraction}`)
}

/** The amount so many times over, exactly. */
export function times(amount: string, count: number): string {
  return fromUnits(toUnits(amount) * BigInt(count))
}

/** Sums `count` times `amount` for each token: what a query grouped by both gives. */
export function sumByToken(
  rows: readonly { readonly token: string; readonly amount: string; readonly count: number }[],
): { token: string; amount: string }[] {
  const sums = new Map<string, bigint>()
  for (const { token, amount, count } of rows)
    sums.set(token, (sums.get(token) ?? 0n) + toUnits(amount) * BigInt(count))
  return [...sums].map(([token, units]) => ({ token, amount: fromUnits(units) }))
}
