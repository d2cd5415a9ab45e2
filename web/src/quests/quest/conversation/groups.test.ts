import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Grouped, groupedIn, groupsOf } from './groups.ts'
import type { Item } from './thread.ts'

const itemsOf = (from: number, to: number): readonly Item[] =>
  Array.from({ length: to - from }, (_, index) => ({
    id: `event-${from + index}`,
    comment: null,
    entry: null,
  }))

test('items stay in their group while others come before and after them, and groups stay small', () => {
  const step = fc.record({ before: fc.nat(60), after: fc.nat(60) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), steps => {
      let [from, to] = [1_000, 1_008]
      let grouped: Grouped = new Map()
      for (const { before, after } of steps) {
        from -= before
        to += after
        const items = itemsOf(from, to)
        const groups = groupsOf(items, grouped)
        expect(groups.flatMap(group => group.items)).toEqual(items)
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
        for (const group of groups) expect(group.items.length).toBeLessThanOrEqual(24)
        const next = groupedIn(groups)
        for (const [id, key] of grouped) expect(next.get(id)).toBe(key)
        grouped = next
      }
      // Few of them are not full: each step leaves one at each end at most.
      expect(groupsOf(itemsOf(from, to), grouped).length).toBeLessThanOrEqual(
        (to - from) / 24 + 2 * steps.length + 2,
      )
    }),
  )
})

test('a list that is drawn step by step is in full groups', () => {
  let grouped: Grouped = new Map()
  for (let from = 2_000; from >= 0; from -= 3) grouped = groupedIn(groupsOf(itemsOf(from, 2_009), grouped))
  expect(groupsOf(itemsOf(0, 2_009), grouped).length).toBeLessThanOrEqual(2_009 / 24 + 1)
})

test('what comes between two items joins them', () => {
  const items = itemsOf(0, 10)
  const grouped = groupedIn(
    groupsOf(
      items.filter((_, index) => index !== 5),
      new Map(),
    ),
  )
  expect(groupsOf(items, grouped)).toEqual([{ key: 0, items }])
})
