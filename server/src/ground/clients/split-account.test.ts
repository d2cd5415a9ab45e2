import { splitSaltOf as saltOf, splitAddressOf } from '@furrow/sdk/escrow'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAddress } from '../address.ts'
import { splitAccountOf, splitSaltOf } from './split-account.ts'

const address = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map(number => toAddress(`0x${number.toString(16).padStart(40, '0')}`))
const units = fc.bigInt({ min: 1n, max: 2n ** 200n })

test('an account and its salt are those of the SDK, for any payees and parts', () => {
  const payees = fc.uniqueArray(address, { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(address, payees, fc.string({ minLength: 1 }), units, (splitter, some, questId, part) => {
      const [farmer] = some
      if (farmer === undefined) return
      const salt = splitSaltOf(questId, farmer)
      expect(salt).toBe(saltOf(questId, farmer))
      const terms = {
        payees: some.toSorted(),
        parts: some.map((_, index) => part + BigInt(index)),
        salt,
      }
      const expected = splitAddressOf({ factory: splitter, ...terms }).toLowerCase()
      expect(splitAccountOf({ splitter, ...terms })).toBe(expected)
    }),
  )
})
