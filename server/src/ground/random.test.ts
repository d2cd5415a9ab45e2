import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawBytes } from './random.ts'

test('bytes that are drawn have the length that was asked for, and are given once, however many are drawn', () => {
  const given = new Set<string>()
  const length = fc.oneof(fc.integer({ min: 12, max: 64 }), fc.integer({ min: 4_000, max: 9_000 }))
  fc.assert(
    fc.property(length, length => {
      const bytes = drawBytes(length)
      expect(bytes).toHaveLength(length)
      for (let at = 0; at + 12 <= length; at += 12) {
        const part = bytes.toString('hex', at, at + 12)
        expect(given.has(part)).toBe(false)
        given.add(part)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what is done to drawn bytes changes none that are drawn later', () => {
  drawBytes(16).fill(0)
  expect(drawBytes(16).every(byte => byte === 0)).toBe(false)
})
