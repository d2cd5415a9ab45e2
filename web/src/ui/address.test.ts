import { describe, expect, test } from 'vitest'
import { addressesIn, nobody, sameAddress, shortAddress } from './address.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

describe('sameAddress', () => {
  test('does not mind the case', () => expect(sameAddress(address, address.toLowerCase())).toBe(true))

  test.each([
    [address, nobody],
    [address, null],
    [undefined, address],
    [null, null],
    [undefined, undefined],
  ])('%s is not %s', (one, other) => expect(sameAddress(one, other)).toBe(false))
})

test('shortAddress keeps both ends', () => expect(shortAddress(address)).toBe('0x5290…9EE7'))

describe('addressesIn', () => {
  test('finds each whole address', () =>
    expect(addressesIn(`${address}, and ${nobody}.`)).toEqual(['', address, ', and ', nobody, '.']))

  test.each(['', '0x1234', `a${address}`, `${address}00`])('%j has none', text =>
    expect(addressesIn(text)).toEqual([text]),
  )
})
