import { type Assignment, assignmentStatuses, type Quest, questStatuses } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { placesLeft, statusLabels } from './quest-status.tsx'

const farmer = (status: Assignment['status']) => ({ status }) as Assignment
const quest = (change: Partial<Quest>) =>
  ({ status: 'open', maxFarmers: 2, farmers: [], ...change }) as unknown as Quest

test('every status has a word of its own', () => {
  expect(Object.keys(statusLabels)).toEqual([...questStatuses])
  const labels = Object.values(statusLabels).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})

test('no place is free beyond those that there are', () => {
  const farmers = assignmentStatuses.map(status => farmer(status))
  expect(placesLeft(quest({ farmers, maxFarmers: 2 }))).toBe(0)
})
