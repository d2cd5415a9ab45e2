import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf, divideAmount, estimateOf, fromUnits, inSplitOrder, times, toUnits } from './amount.ts'

/** A number of `digits` significant digits with `decimals` of them behind the point, and its text. */
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

describe('amountOf', () => {
  test('keeps every number of at most 15 digits exactly as it was written', () => {
    fc.assert(
      fc.property(decimal, ({ units, text }) => {
        const amount = amountOf(Number(text))
        expect(amount).toBe(text)
        expect(toUnits(text, 18)).toBe(units)
        expect(fromUnits(units, 18)).toBe(text)
        expect(Number(amount)).toBe(Number(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('whatever the number, it keeps the number or refuses, and never rounds', () => {
    const any = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(any, value => {
        const amount = amountOf(value)
        if (amount === null) return
        expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(Number(amount)).toBe(Object.is(value, -0) ? 0 : value)
      }),
      { numRuns: 5_000 },
    )
  })

  test.each([
    [0, '0'],
    [-0, '0'],
    [1, '1'],
    [1_000_000, '1000000'],
    [0.1, '0.1'],
    [1e-6, '0.000001'],
    [1e-7, '0.0000001'],
    [1.5e-7, '0.00000015'],
    [1e-18, '0.000000000000000001'],
    [123.456789, '123.456789'],
    [999_999_999_999_999, '999999999999999'],
    [100_000_000_000_000, '100000000000000'],
    [0.123456789012345, '0.123456789012345'],
  ])('%d is %s', (value, amount) => {
    expect(amountOf(value)).toBe(amount)
  })

  test.each([1e15, 1e21, 1e300, 1_234_567_890_123_456, 0.1234567890123456, 0.1 + 0.2])(
    '%d is not carried exactly',
    value => {
      expect(amountOf(value)).toBeNull()
    },
  )
})

describe('units', () => {
  test('and digits are two forms of the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 36n }), fc.nat({ max: 30 }), (units, decimals) => {
        expect(toUnits(fromUnits(units, decimals), decimals)).toBe(units)
      }),
    )
  })

  test('are null for what is finer than they are', () => {
    expect(toUnits('0.0000001', 6)).toBeNull()
    expect(toUnits('0.000001', 6)).toBe(1n)
    expect(toUnits('1.5', 0)).toBeNull()
    expect(toUnits('15', 0)).toBe(15n)
  })
})

test('so many times an amount is the sum of so many', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 1_000 }), ({ units, text }, count) => {
      expect(toUnits(times(text, count), 18)).toBe(units * BigInt(count))
    }),
  )
})

test('an estimate is rounded to hundredths', () => {
  expect(estimateOf('2.5', '1998.123456')).toBe('4995.31')
  expect(estimateOf('0.01', '0.5')).toBe('0.01')
  expect(estimateOf('0.01', '0.49')).toBe('0')
  expect(estimateOf('100', '1')).toBe('100')
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 1_000 }), ({ text }, price) => {
      const off =
        (toUnits(estimateOf(text, String(price)), 20) ?? 0n) - (toUnits(times(text, price), 20) ?? 0n)
      expect(off < 0n ? -off : off).toBeLessThanOrEqual(10n ** 18n / 2n)
    }),
  )
})

test('an amount is divided to its last unit, and the first has the units that are left', () => {
  expect(divideAmount('0.1', 'USDC', [3334, 3333, 3333])).toEqual(['0.03334', '0.03333', '0.03333'])
  expect(divideAmount('0.000001', 'USDC', [5000, 5000])).toEqual(['0.000001', '0'])
})

test('payees of a split account ascend, and one who is named twice has both parts', () => {
  const [low, high] = [`0x0a${'1'.repeat(38)}`, `0xAB${'2'.repeat(38)}`]
  const given = [high, low, high.toLowerCase()].map((payee, index) => ({ payee, part: BigInt(index + 1) }))
  expect(inSplitOrder(given)).toEqual({ payees: [low, high.toLowerCase()], parts: [2n, 4n] })
})
