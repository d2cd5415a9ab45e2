/**
 * Exact decimal amounts of a token, as text: digits, and perhaps a point and more digits, such as `"120.5"`. They have no
 * sign and no exponent, and are never a float. A unit is the smallest part that is counted: 10^-decimals of the token.
 */

/**
 * The amount in whole units of 10^-decimals; null where it is finer than that.
 *
 * @example
 * toUnits('1.5', 6) // 1500000n
 */
export function toUnits(amount: string, decimals: number): bigint | null {
  const [whole = '', fraction = ''] = amount.split('.')
  return fraction.length > decimals ? null : BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * The amount of so many units of 10^-decimals, without trailing zeros.
 *
 * @example
 * fromUnits(1500000n, 6) // '1.5'
 */
export function fromUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return digits.slice(0, point) + (fraction && `.${fraction}`)
}

/**
 * The amount multiplied by a count, exactly: a reward of 0.1 for three farmers is 0.3.
 *
 * @example
 * times('0.1', 3) // '0.3'
 */
export function times(amount: string, count: number): string {
  const decimals = amount.split('.')[1]?.length ?? 0
  return fromUnits((toUnits(amount, decimals) ?? 0n) * BigInt(count), decimals)
}

/**
 * An estimate of an amount by the price of a whole token, rounded to hundredths.
 *
 * @example
 * estimateOf('2.5', '1998.123456') // '4995.31'
 */
export function estimateOf(amount: string, price: string): string {
  const [given, each] = [amount, price].map(text => text.split('.')[1]?.length ?? 0) as [number, number]
  const exact = (toUnits(amount, given) ?? 0n) * (toUnits(price, each) ?? 0n) * 100n
  const one = 10n ** BigInt(given + each)
  return fromUnits((exact + one / 2n) / one, 2)
}

const knownDecimals: Readonly<Record<string, number>> = { USDC: 6, USDT: 6, EURC: 6, WBTC: 8 }

/** The decimals that an amount of the token may have: the token's own where they are known, and 18 otherwise. */
export function decimalsOf(token: string): number {
  return knownDecimals[token.toUpperCase()] ?? 18
}

/** The whole of a share: shares are counted in ten-thousandths. */
export const wholeShare = 10_000

/** The share, in ten-thousandths and rounded down, of so many units. */
export function partOf(units: bigint, share: number): bigint {
  return (units * BigInt(share)) / BigInt(wholeShare)
}

/**
 * Splits an amount: the share, in ten-thousandths and rounded down to a payable amount of the token, and the rest.
 * Together they are the whole.
 *
 * @example
 * splitAmount('0.1', 'USDC', 3333) // ['0.03333', '0.06667']
 */
export function splitAmount(amount: string, token: string, share: number): readonly [string, string] {
  const decimals = Math.max(decimalsOf(token), amount.split('.')[1]?.length ?? 0)
  const whole = toUnits(amount, decimals) ?? 0n
  const part = partOf(whole, share)
  return [fromUnits(part, decimals), fromUnits(whole - part, decimals)]
}

/**
 * Divides an amount among shares, in ten-thousandths that are the whole in sum: each is rounded down to a payable amount of
 * the token, and the first has the units that are left. Together they are the whole.
 *
 * @example
 * divideAmount('0.1', 'USDC', [3334, 3333, 3333]) // ['0.03334', '0.03333', '0.03333']
 */
export function divideAmount(amount: string, token: string, shares: readonly number[]): readonly string[] {
  const decimals = Math.max(decimalsOf(token), amount.split('.')[1]?.length ?? 0)
  const whole = toUnits(amount, decimals) ?? 0n
  const parts = shares.map(share => partOf(whole, share))
  const left = whole - parts.reduce((sum, part) => sum + part, 0n)
  return parts.map((part, index) => fromUnits(index === 0 ? part + left : part, decimals))
}

/**
 * Divides units by parts as a split account does on chain: rounded up from the first on, so that nobody has a whole unit more or
 * less than their exact part, and all together the whole. Units that are the sum of the parts give each just their part.
 *
 * @example
 * divideUnits(5n, [1n, 1n, 1n]) // [2n, 2n, 1n]
 */
export function divideUnits(units: bigint, parts: readonly bigint[]): readonly bigint[] {
  const sum = parts.reduce((all, part) => all + part, 0n)
  let [upTo, given] = [0n, 0n]
  return parts.map(part => {
    upTo += part
    const due = sum === 0n ? 0n : (units * upTo + sum - 1n) / sum - given
    given += due
    return due
  })
}

/** So many payees of a split account are paid by one transaction: all 500 would take more gas than one may. */
export const mostSharedAtOnce = 100

/** Payees with their parts in the order that a split account wants: ascending, those of one address added up. */
export function inSplitOrder<Payee extends string>(
  given: readonly { readonly payee: Payee; readonly part: bigint }[],
): { readonly payees: readonly Payee[]; readonly parts: readonly bigint[] } {
  const parts = new Map<string, bigint>()
  for (const { payee, part } of given) {
    const address = payee.toLowerCase()
    parts.set(address, (parts.get(address) ?? 0n) + part)
  }
  const payees = [...parts.keys()].sort()
  return { payees: payees as Payee[], parts: payees.map(payee => parts.get(payee) ?? 0n) }
}

/** JSON carries every number of so many significant digits exactly, and not every one with more. */
export const maxDigits = 15

/**
 * A number of at least 0 as the amount it was written as: `1e-7` is `"0.0000001"`. null where it has more than 15
 * significant digits, or more than 15 before the point: JSON does not carry those exactly.
 */
export function amountOf(value: number): string | null {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(point, '0')
  const padded = point > 0 ? digits : '0'.repeat(1 - point) + digits
  const before = padded.slice(0, Math.max(point, 1))
  const after = padded.slice(Math.max(point, 1)).replace(/0+$/, '')
  const significant = (before + after).replace(/^0+|0+$/g, '').length
  if (significant > maxDigits || before.length > maxDigits) return null
  return after === '' ? before : `${before}.${after}`
}
