import type { ScoredDeed, ScoreEvent } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { reasonWords } from './reason-words.ts'

// The types of the words ask for every code of the service, and `catalogs.test.ts` for each of them in every language.
const wordsOf = (deed: object | undefined, role: ScoreEvent['role'] = 'farmer') =>
  reasonWords({ deed: deed as ScoredDeed, role, reason: 'In the service’s words' })

test('a release says what it was, and beneath it its number and its proof', () => {
  expect(wordsOf({ code: 'released', number: 2, countsAs: 'recorded' })).toEqual({
    title: 'Work released',
    notes: ['Number 2 for this giver this season', 'Recorded, not proved'],
  })
  expect(wordsOf({ code: 'released', number: 1 }, 'giver')).toEqual({
    title: 'Work released to a farmer',
    notes: ['Number 1 of this farmer this season'],
  })
})

test('points that were taken back say why', () => {
  expect(wordsOf({ code: 'released', number: 3, takenBack: 'payment-denied' })).toEqual({
    title: 'Work released',
    notes: [
      'Taken back, since the farmer did not receive its payment',
      'Number 3 for this giver this season',
    ],
  })
  expect(wordsOf({ code: 'reviewed', rating: 5, takenBack: 'not-counted' })).toEqual({
    title: 'Review of 5 of 5',
    notes: ['Taken back, since its work counts no more'],
  })
})

test('what a service of before or of later tells is in its own words', () => {
  const own = { title: 'In the service’s words', notes: [] }
  expect(wordsOf(undefined)).toEqual(own)
  expect(wordsOf({ code: 'planted' })).toEqual(own)
  expect(wordsOf({ code: 'reviewed', rating: 5, takenBack: 'later' }).notes).toEqual([own.title])
})
