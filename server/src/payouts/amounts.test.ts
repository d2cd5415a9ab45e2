import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BadRequestError } from '../errors.ts'
import { exactAmount, fromUnits, sumByToken, times, toUnits } from './amounts.ts'

/** A number of `digits` significant digits with `decimals` of them behind the point, and how it is written. */
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, decimals]) => {
    const units = digits * 10n ** BigInt(18 - decimals)
    return { units, text: written(digits, decimals) }
  })

function written(digits: bigint, decimals: number): string {
  const text = digits.toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

describe('exactAmount', () => {
  test('keeps every number of at most 15 digits exactly as it was written', () => {
    fc.assert(
      fc.property(decimal, ({ units, text }) => {
        const amount = exactAmount(Number(text), 'ETH')
        expect(amount).toBe(text)
        expect(toUnits(amount)).toBe(units)
        expect(fromUnits(toUnits(amount))).toBe(text)
        expect(Number(amount)).toBe(Number(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('whatever the number, it keeps the number or refuses, and never rounds', () => {
    const any = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(any, value => {
        try {
          const amount = exactAmount(value, 'ETH')
          expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
          expect(Number(amount)).toBe(Object.is(value, -0) ? 0 : value)
        } catch (error) {
          expect(error).toBeInstanceOf(BadRequestError)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    [0, 'ETH', '0'],
    [-0, 'ETH', '0'],
    [1, 'ETH', '1'],
    [1_000_000, 'USDC', '1000000'],
    [0.1, 'ETH', '0.1'],
    [1e-6, 'USDC', '0.000001'],
    [1e-7, 'ETH', '0.0000001'],
    [1.5e-7, 'ETH', '0.00000015'],
    [1e-18, 'ETH', '0.000000000000000001'],
    [123.456789, 'USDC', '123.456789'],
    [0.12345678, 'WBTC', '0.12345678'],
    [999_999_999_999_999, 'ETH', '999999999999999'],
    [100_000_000_000_000, 'ETH', '100000000000000'],
    [0.123456789012345, 'ETH', '0.123456789012345'],
  ])('%d %s is %s', (value, token, amount) => {
    expect(exactAmount(value, token)).toBe(amount)
  })

  test.each([
    [1e15, 'ETH'],
    [1e21, 'ETH'],
    [1e300, 'ETH'],
    [1_234_567_890_123_456, 'ETH'],
    [0.1234567890123456, 'ETH'],
    [0.1 + 0.2, 'ETH'],
    [1e-19, 'ETH'],
    [5e-324, 'ETH'],
    [0.0000001, 'USDC'],
    [0.0000001, 'usdc'],
    [0.0000001, 'USDT'],
    [1.1234567, 'EURC'],
    [1e-9, 'WBTC'],
  ])('%d %s is refused', (value, token) => {
    expect(() => exactAmount(value, token)).toThrow(BadRequestError)
  })
})

describe('sums', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 36n })

  test('units and digits are two forms of the same amount', () => {
    fc.assert(
      fc.property(units, value => {
        expect(toUnits(fromUnits(value))).toBe(value)
      }),
    )
  })

  test('so many times an amount is the sum of so many', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 1_000 }), ({ units, text }, count) => {
        expect(toUnits(times(text, count))).toBe(units * BigInt(count))
      }),
    )
  })

  test('rows of several tokens are summed apart, to the last digit', () => {
    const row = fc.record({
      token: fc.constantFrom('ETH', 'USDC', 'eth'),
      amount: decimal.map(({ text }) => text),
      count: fc.nat({ max: 50 }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), rows => {
        const sums = new Map(sumByToken(rows).map(({ token, amount }) => [token, toUnits(amount)]))
        for (const token of ['ETH', 'USDC', 'eth']) {
          const expected = rows
            .filter(row => row.token === token)
            .reduce((sum, row) => sum + toUnits(row.amount) * BigInt(row.count), 0n)
          expect(sums.get(token) ?? 0n).toBe(expected)
        }
      }),
    )
  })
})
