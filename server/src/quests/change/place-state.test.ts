import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlaceState, readState, writeState } from './place-state.ts'

const time = fc.integer({ min: 1, max: 2 ** 45 })
const state: fc.Arbitrary<PlaceState> = fc.record(
  {
    agent: fc.constant(true as const),
    extensions: fc.integer({ min: 1, max: 2 }),
    approvalEndsAt: time,
    minedAt: time,
    confirmedBy: fc.constantFrom('farmer' as const, 'platform' as const),
    deniedAt: time,
    saidTransaction: fc.string({ minLength: 1 }),
  },
  { requiredKeys: [] },
)

test('a state is read as it was written, and what is written over it is read with the rest', () => {
  fc.assert(
    fc.property(state, state, (first, second) => {
      const written = writeState(null, first)
      expect(readState(written)).toEqual(first)
      expect(readState(writeState(written, second))).toEqual({ ...first, ...second })
    }),
  )
})

test('a field that ends is left out, and a state without fields is none', () => {
  const written = writeState(null, { extensions: 2, deniedAt: 7, agent: false })
  expect(written).toBe('{"extensions":2,"deniedAt":7}')
  expect(writeState(written, { extensions: 0, deniedAt: null })).toBeNull()
})

test('fields that a later version wrote are kept', () => {
  expect(writeState('{"later":{"deep":[1]}}', { extensions: 1 })).toBe(
    '{"later":{"deep":[1]},"extensions":1}',
  )
})

test.each(['{"extensions":"2"}', '[]', '{"confirmedBy":"giver"}', 'no JSON'])(
  'a row that holds %s is a fault, and read as nothing',
  text => {
    expect(() => readState(text)).toThrow()
  },
)
