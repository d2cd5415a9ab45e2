import { describe, expect, test } from 'vitest'
import { nobody, sameAddress, shortAddress, shortenAddresses } from './address.ts'

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

describe('shortenAddresses', () => {
  test('shortens every address in a text', () =>
    expect(shortenAddresses(`${address}, and ${nobody}.`)).toBe('0x5290…9EE7, and 0x0000…0000.'))

  test.each([`0x${'1'.repeat(64)}`, `${address}00`, `a${address}`, '0x1234'])(
    'leaves what is none: %s',
    text => expect(shortenAddresses(text)).toBe(text),
  )
})
