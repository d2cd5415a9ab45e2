import { expect, test } from 'vitest'
import { blockAt, grownTo, heightOf } from './long-list-range.ts'

test('what was never measured is as high as the rest is on average', () => {
  const heights = { measured: [100, undefined, 300] as number[], supposed: [] }
  expect(heightOf(heights, { from: 0, to: 3 }, 50)).toBe(800)
  expect(heightOf({ measured: [], supposed: [] }, { from: 0, to: 3 }, 50)).toBe(200)
})

test('a place is in the block that is there, and in the nearest where none is', () => {
  const of = { blocks: 3, guess: 100 }
  expect([-500, 0, 99, 100, 299, 9_000].map(y => blockAt({ measured: [], supposed: [] }, y, of))).toEqual([
    0, 0, 0, 1, 2, 2,
  ])
})

test.each([
  [
    'at once what is seen',
    { from: 0, to: 0 },
    { from: 40, to: 41 },
    { from: 39, to: 42 },
    { from: 40, to: 41 },
  ],
  [
    'then a block below',
    { from: 40, to: 41 },
    { from: 40, to: 41 },
    { from: 39, to: 42 },
    { from: 40, to: 42 },
  ],
  ['then one above', { from: 40, to: 42 }, { from: 40, to: 41 }, { from: 39, to: 42 }, { from: 39, to: 42 }],
  [
    'nothing that is far',
    { from: 39, to: 42 },
    { from: 43, to: 43 },
    { from: 42, to: 44 },
    { from: 42, to: 43 },
  ],
] as const)('it draws %s', (_, shown, seen, wanted, next) =>
  expect(grownTo(shown, seen, wanted)).toEqual(next),
)
