import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countFree, countLive, isOver, statusOf, takesFarmers } from './status.ts'

const now = 1_000_000
const count = fc.nat({ max: 4 })

/** Any quest with any number of farmers in each state, within its places. */
const situation = fc
  .record({
    tally: fc.record({
      accepted: count,
      'in-review': count,
      disputed: count,
      released: count,
      refunded: count,
    }),
    free: count,
    paused: fc.boolean(),
    closed: fc.constantFrom(null, 'completed' as const, 'cancelled' as const),
    deadline: fc.constantFrom(null, now - 1, now, now + 1),
  })
  .map(({ tally, free, paused, closed, deadline }) => ({
    tally,
    paused,
    closed,
    contest: null,
    deadline,
    places: Object.values(tally).reduce((sum, count) => sum + count, free),
  }))

type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never
const check = (property: (quest: Situation) => void) =>
  fc.assert(fc.property(situation, property), { numRuns: 2_000 })

describe('statusOf', () => {
  test('is open exactly while somebody may still take a place', () => {
    check(quest => {
      const { closed, deadline } = quest
      const open = countFree(quest) > 0 && closed === null && (deadline === null || deadline > now)
      expect(statusOf(quest, now) === 'open').toBe(open && !quest.paused)
    })
  })

  test('is in-progress instead while its giver takes nobody, and otherwise the same', () => {
    check(quest => {
      const status = statusOf({ ...quest, paused: false }, now)
      expect(statusOf({ ...quest, paused: true }, now)).toBe(status === 'open' ? 'in-progress' : status)
    })
  })

  test('is completed or cancelled only when nobody waits for anything and nobody may join', () => {
    check(quest => {
      const over = ['completed', 'cancelled'].includes(statusOf(quest, now))
      const joinable = countFree(quest) > 0 && takesFarmers(quest, now)
      expect(over).toBe(countLive(quest.tally) === 0 && !joinable)
      if (isOver(quest, now)) expect(over).toBe(true)
    })
  })

  test('is what its giver closed it as, and otherwise completed when any work was paid', () => {
    check(quest => {
      const status = statusOf(quest, now)
      if (status !== 'completed' && status !== 'cancelled') return
      expect(status).toBe(quest.closed ?? (quest.tally.released > 0 ? 'completed' : 'cancelled'))
    })
  })

  test('tells of a dispute first, then of work to do, then of review', () => {
    check(quest => {
      const { tally } = quest
      const status = statusOf(quest, now)
      if (status === 'disputed') expect(tally.disputed).toBeGreaterThan(0)
      if (status === 'in-progress' && !quest.paused) {
        expect(tally.accepted).toBeGreaterThan(0)
        expect(tally.disputed).toBe(0)
      }
      if (status === 'in-review') {
        expect(tally['in-review']).toBeGreaterThan(0)
        expect(tally.accepted + tally.disputed).toBe(0)
      }
    })
  })
})

describe('takesFarmers', () => {
  test.each([
    [{ closed: null, deadline: null }, true],
    [{ closed: null, deadline: now + 1 }, true],
    [{ closed: null, deadline: now }, false],
    [{ closed: null, deadline: now - 1 }, false],
    [{ closed: 'completed' as const, deadline: null }, false],
    [{ closed: 'cancelled' as const, deadline: now + 1 }, false],
  ])('%o: %s', (quest, taken) => {
    expect(takesFarmers(quest, now)).toBe(taken)
  })
})
