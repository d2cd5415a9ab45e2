import { assignmentStatuses } from '@furrow/sdk/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counts, countLive, statusOf, takesFarmers } from './status.ts'

const now = 1_000_000

/** Any quest with any number of farmers in each state, with no more places taken than there are. */
const situation = fc
  .record({
    counts: fc.record(
      Object.fromEntries(assignmentStatuses.map(status => [status, fc.nat({ max: 4 })])) as Record<
        (typeof assignmentStatuses)[number],
        fc.Arbitrary<number>
      >,
    ),
    free: fc.nat({ max: 4 }),
    closed: fc.constantFrom(null, 'completed' as const, 'cancelled' as const),
    deadline: fc.constantFrom(null, now - 1, now, now + 1),
  })
  .map(({ counts, free, closed, deadline }) => ({
    counts: counts as Counts,
    free,
    quest: { closed, deadline },
  }))

const check = (property: (given: typeof situation extends fc.Arbitrary<infer T> ? T : never) => void) =>
  fc.assert(fc.property(situation, property), { numRuns: 2_000 })

describe('statusOf', () => {
  test('is open exactly while somebody may still take a place', () => {
    check(({ counts, free, quest }) => {
      const open = free > 0 && quest.closed === null && (quest.deadline === null || quest.deadline > now)
      expect(statusOf(quest, counts, free, now) === 'open').toBe(open)
    })
  })

  test('is completed or cancelled only when nobody waits for anything and nobody may join', () => {
    check(({ counts, free, quest }) => {
      const over = ['completed', 'cancelled'].includes(statusOf(quest, counts, free, now))
      expect(over).toBe(countLive(counts) === 0 && !(free > 0 && takesFarmers(quest, now)))
    })
  })

  test('is what its giver closed it as, and otherwise completed when any work was paid', () => {
    check(({ counts, free, quest }) => {
      const status = statusOf(quest, counts, free, now)
      if (status !== 'completed' && status !== 'cancelled') return
      expect(status).toBe(quest.closed ?? ((counts.released ?? 0) > 0 ? 'completed' : 'cancelled'))
    })
  })

  test('tells of a dispute first, then of work to do, then of review', () => {
    check(({ counts, free, quest }) => {
      const status = statusOf(quest, counts, free, now)
      if (status === 'disputed') expect(counts.disputed).toBeGreaterThan(0)
      if (status === 'in-progress') {
        expect(counts.accepted).toBeGreaterThan(0)
        expect(counts.disputed).toBe(0)
      }
      if (status === 'in-review') {
        expect(counts['in-review']).toBeGreaterThan(0)
        expect((counts.accepted ?? 0) + (counts.disputed ?? 0)).toBe(0)
      }
    })
  })

  test('does not depend on who withdrew or whose place expired', () => {
    check(({ counts, free, quest }) => {
      const others = { ...counts, withdrawn: 0, expired: 0 }
      expect(statusOf(quest, counts, free, now)).toBe(statusOf(quest, others, free, now))
    })
  })

  test('is the same for counts that are zero and counts that are absent', () => {
    check(({ counts, free, quest }) => {
      const present = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
      expect(statusOf(quest, present, free, now)).toBe(statusOf(quest, counts, free, now))
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
