import type { ScoreEvent } from '@furrow/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsOf, roundUp } from './points.ts'

const event = (at: string, role: ScoreEvent['role'], points: number) => ({ at, role, points }) as ScoreEvent

test('pointsOf adds up one role’s events from the oldest on', () => {
  const history = [
    event('2026-03-03T00:00:00Z', 'farmer', -20),
    event('2026-03-02T00:00:00Z', 'giver', 5),
    event('2026-03-01T00:00:00Z', 'farmer', 100),
  ]
  expect(pointsOf(history, 'farmer')).toEqual([
    { at: Date.parse('2026-03-01T00:00:00Z'), sum: 100 },
    { at: Date.parse('2026-03-03T00:00:00Z'), sum: 80 },
  ])
  expect(pointsOf([], 'giver')).toEqual([])
})

describe('roundUp', () => {
  test.each([
    [0, 1],
    [1, 1],
    [1.6, 2],
    [2.4, 3],
    [6, 7.5],
    [10, 10],
    [11, 15],
    [241, 300],
    [999, 1_000],
    [1_001, 1_500],
  ])('%d is under %d', (value, round) => expect(roundUp(value)).toBe(round))

  test('is never below the value, and less than twice as much', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e12, noNaN: true }), value => {
        expect(roundUp(value)).toBeGreaterThanOrEqual(value)
        expect(roundUp(value)).toBeLessThan(value * 2)
      }),
    )
  })
})
