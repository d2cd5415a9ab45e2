import { divideUnits } from '@furrow/sdk/amount'
import { splitAddressOf as ofSdk, splitSaltOf as saltOfSdk } from '@furrow/sdk/escrow'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { toAddress } from '../address.ts'
import { splitAddressOf, splitSaltOf } from './split-account.ts'

const address = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map(number => toAddress(`0x${number.toString(16).padStart(40, '0')}`))
const part = fc.bigInt({ min: 1n, max: 2n ** 96n })

test('a split account has the address and the salt here that the SDK computes', () => {
  const payees = fc.uniqueArray(address, { minLength: 1, maxLength: 10 }).map(all => all.toSorted())
  const parts = fc.array(part, { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(address, payees, parts, fc.string(), address, (splitter, payees, some, questId, farmer) => {
      const salt = splitSaltOf(questId, farmer)
      expect(salt).toBe(saltOfSdk(questId, farmer))
      const split = { payees, parts: some.slice(0, payees.length), salt }
      const own = splitAddressOf({ splitter, ...split })
      expect(own).toBe(ofSdk({ factory: splitter, ...split }).toLowerCase() as Hex)
    }),
  )
})

test('units are divided whole, by less than one unit from the exact part, and by the parts where they are their sum', () => {
  fc.assert(
    fc.property(part, fc.array(part, { minLength: 1, maxLength: 10 }), (units, parts) => {
      const dues = divideUnits(units, parts)
      const sum = parts.reduce((all, one) => all + one, 0n)
      expect(dues.reduce((all, one) => all + one, 0n)).toBe(units)
      for (const [index, due] of dues.entries()) {
        const off = due * sum - units * (parts[index] ?? 0n)
        expect(off < sum && off > -sum).toBe(true)
      }
      expect(divideUnits(sum, parts)).toEqual(parts)
    }),
  )
})
