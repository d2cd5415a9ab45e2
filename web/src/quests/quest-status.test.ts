import { type Assignment, assignmentStatuses, type Quest, questStatuses } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { placesLeft, QuestOutlook, statusLabels } from './quest-status.tsx'

const farmer = (status: Assignment['status'], reviewEndsAt: string | null = null) =>
  ({ status, reviewEndsAt }) as Assignment
const quest = (change: Partial<Quest>) =>
  ({ status: 'open', maxFarmers: 2, farmers: [], ...change }) as unknown as Quest

test('every status has a word of its own', () => {
  expect(Object.keys(statusLabels)).toEqual([...questStatuses])
  const labels = Object.values(statusLabels).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

describe('what matters of a quest', () => {
  test.each<[string, Partial<Quest>, string | null]>([
    ['is how many places are free', {}, '2 of 2 places free'],
    ['is that the only place is free', { maxFarmers: 1 }, '1 of 1 place free'],
    ['is what is left of them', { farmers: [farmer('accepted')] }, '1 of 2 places free'],
    [
      'is who was paid, when it is over',
      { status: 'completed', farmers: [farmer('released'), farmer('refunded')] },
      '1 farmer paid',
    ],
    [
      'is how many were paid',
      { status: 'completed', farmers: [farmer('released'), farmer('released')] },
      '2 farmers paid',
    ],
    ['is nothing where nobody was paid', { status: 'completed' }, null],
    ['is nothing where it was cancelled', { status: 'cancelled' }, null],
    [
      'is the free places while others are at work',
      { status: 'in-progress', farmers: [farmer('released')] },
      '1 of 2 places free',
    ],
  ])('%s', (_what, change, text) => expect(QuestOutlook({ quest: quest(change) })).toBe(text))

  test('is when its review ends, while there is one', () => {
    const farmers = [farmer('released'), farmer('in-review', '2026-03-01T12:00:00.000Z')]
    expect(JSON.stringify(QuestOutlook({ quest: quest({ status: 'in-review', farmers }) }))).toContain(
      '2026-03-01T12:00:00.000Z',
    )
  })
})

test('no place is free beyond those that there are', () => {
  const farmers = assignmentStatuses.map(status => farmer(status))
  expect(placesLeft(quest({ farmers, maxFarmers: 2 }))).toBe(0)
})
