import { expect, test } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import { keptAs } from './kept.ts'

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
