import { expect, test } from 'vitest'
import { reasonWords } from './reason-words.ts'

test('a release says what it was, and beneath it its number and its proof', () => {
  expect(reasonWords('Work released, recorded and not proved (number 2 for this giver this season)')).toEqual(
    {
      title: 'Work released',
      notes: ['Number 2 for this giver this season', 'Recorded, not proved'],
    },
  )
  expect(reasonWords('Work released to a farmer (number 1 of this farmer this season)')).toEqual({
    title: 'Work released to a farmer',
    notes: ['Number 1 of this farmer this season'],
  })
})

test('points that were taken back say why', () => {
  const reason =
    'Taken back, since the farmer did not receive its payment: Work released, by a payment that was shown (number 3 for this giver this season)'
  expect(reasonWords(reason)).toEqual({
    title: 'Work released',
    notes: [
      'Taken back, since the farmer did not receive its payment',
      'Number 3 for this giver this season',
      'By a payment that was shown',
    ],
  })
})

test('a review, and a sentence from after this client, say themselves', () => {
  expect(reasonWords('Review of 5 of 5')).toEqual({ title: 'Review of 5 of 5', notes: [] })
  expect(reasonWords('A new kind of deed')).toEqual({ title: 'A new kind of deed', notes: [] })
})
