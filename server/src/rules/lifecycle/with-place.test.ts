import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '../../ground/address.ts'
import type { Work } from './quest.ts'
import { withPlace } from './with-place.ts'

const farmers = Array.from({ length: 120 }, (_, index) => `0x${String(index).padStart(40, '0')}` as Address)
const workAt = (farmer: Address, round: number): Work => ({
  ...{ farmer, round, status: 'withdrawn', toldAt: 0 },
})

test('places that change one by one are what a plain map of them is, and stay so, in its order', () => {
  const change = fc.record({ farmer: fc.constantFrom(...farmers), round: fc.nat() })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 400 }), changes => {
      const plain = new Map<Address, Work>()
      const seen = [{ places: new Map() as ReadonlyMap<Address, Work>, as: [...plain] }]
      for (const { farmer, round } of changes) {
        const { places } = seen.at(-1) ?? { places: plain }
        plain.set(farmer, workAt(farmer, round))
        seen.push({ places: withPlace(places, farmer, workAt(farmer, round)), as: [...plain] })
      }
      for (const { places, as } of seen) {
        expect([...places]).toEqual(as)
        expect(places.size).toBe(as.length)
        const { last } = { last: as.at(-1) }
        if (last !== undefined) expect(places.get(last[0])).toEqual(last[1])
        expect(farmers.filter(farmer => places.has(farmer)).length).toBe(as.length)
        expect([...places.values()]).toEqual([...places.keys()].map(farmer => places.get(farmer)))
      }
    }),
    { numRuns: 20 },
  )
})
