import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatAmount, plainAmount } from './amount.tsx'

const locale = new Intl.NumberFormat()
const markOf = (type: string) =>
  locale.formatToParts(1_234_567.5).find(part => part.type === type)?.value ?? ''
const digits = Array.from({ length: 10 }, (_, digit) => locale.format(digit))

/** A text in the reader's locale, in the digits of programs. */
function read(text: string): string {
  const plain = text.replaceAll(markOf('group'), '').replace(markOf('decimal'), '.')
  return digits.reduce((plain, digit, value) => plain.replaceAll(digit, String(value)), plain)
}

describe('formatAmount', () => {
  test.each(['0', '100', '0.1', '1234567.50', '0.000000000000000001', '123456789012345678901.10'])(
    'says %s, with all its digits',
    amount => expect(read(formatAmount(amount))).toBe(amount),
  )

  test('loses no digit, however many there are', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.stringMatching(/^\d{1,18}$/),
        (whole, decimals) => {
          expect(read(formatAmount(`${whole}.${decimals}`))).toBe(`${whole}.${decimals}`)
        },
      ),
    )
  })

  test('groups as the reader does', () => {
    expect(formatAmount('1234567')).toBe(locale.format(1_234_567))
    expect(formatAmount('1234567.5')).toBe(locale.format(1_234_567.5))
  })
})

describe('plainAmount', () => {
  test.each([
    [0, '0'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [1.5e-17, '0.000000000000000015'],
    [1e21, '1000000000000000000000'],
    [123456789012345, '123456789012345'],
  ])('%d', (amount, text) => expect(plainAmount(amount)).toBe(text))

  test('is what formatAmount takes, for every reward that there can be', () => {
    // Fifteen digits at most, and eighteen decimals.
    const reward = fc.tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 18 }))
    fc.assert(
      fc.property(reward, ([digits, decimals]) => {
        const text = plainAmount(Number(`${digits}e-${decimals}`))
        expect(text).toMatch(/^\d+(\.\d+)?$/)
        expect(Number(text)).toBe(Number(`${digits}e-${decimals}`))
        formatAmount(text)
      }),
    )
  })
})
