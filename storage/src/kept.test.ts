import { expect, test } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import { type Kept, keptAs } from './kept.ts'

test('a value that processes share is replaced by one of those that saw it', async () => {
  const { db } = (await startHarness()).context
  const kept = keptAs('turn', { of: 0 })
  const seen = await kept.read(db)
  const taken = await Promise.all([1, 2].map(of => kept.replace(db, seen, { of })))
  expect(taken.toSorted()).toEqual([false, true])
  const { of } = await kept.read(db)
  expect(taken[of - 1]).toBe(true)
  expect(await kept.replace(db, seen, { of: 3 })).toBe(false)
})

test('a value is replaced under its own key alone, and from its first one where nobody replaced it yet', async () => {
  const { db } = (await startHarness()).context
  const [turn, other] = ['turn', 'other'].map(key => keptAs(key, { of: 0 })) as [
    Kept<{ of: number }>,
    Kept<{ of: number }>,
  ]
  for (const kept of [turn, other]) {
    expect(await kept.replace(db, { of: 1 }, { of: 2 })).toBe(false)
    expect(await kept.replace(db, { of: 0 }, { of: 1 })).toBe(true)
  }
  expect(await turn.replace(db, { of: 1 }, { of: 2 })).toBe(true)
  expect([await turn.read(db), await other.read(db)]).toEqual([{ of: 2 }, { of: 1 }])
})
