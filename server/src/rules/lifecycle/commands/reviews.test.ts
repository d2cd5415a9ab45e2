import { describe, test } from 'vitest'
import { forbidden, given, invalid } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { approve, farmer, giver, other, posted, type Step, ways } from '../../../../test/told-quest.ts'

const review = (by: typeof giver, reviewee: typeof giver): Step => [
  5,
  { kind: 'review', by, reviewee, rating: 4, comment: 'A good gate.' },
]
const written = { kind: 'reviewed', rating: 4, comment: 'A good gate.' } as const
const unreleased = Object.entries(ways).filter(([status]) => status !== 'released')

describe('review', () => {
  test('is written by each side of released work, and counts as the work does', () => {
    const ofFarmer = { ...written, reviewer: giver, reviewee: farmer, role: 'farmer' } as const
    const ofGiver = { ...written, reviewer: farmer, reviewee: giver, role: 'giver' } as const
    given(posted, ...ways.released)
      .when(review(giver, farmer))
      .then([ofFarmer], { deeds: [{ ...ofFarmer, counts: true }] })
    given(posted, ...ways.released)
      .when(review(farmer, giver))
      .then([ofGiver], { deeds: [{ ...ofGiver, counts: true }] })
    given({ ...posted, amount: '0' }, ...ways.released)
      .when(review(giver, farmer))
      .then([ofFarmer], { deeds: [{ ...ofFarmer, counts: false }] })
  })

  test('is written once each way', () => {
    given(posted, ...ways.released)
      .when(review(giver, farmer), { known: { reviewed: true } })
      .then(invalid('You have reviewed this work already.'))
  })

  test.each(unreleased)('is not for the parties of work that is %s', (_, way) => {
    for (const [by, reviewee] of [
      [giver, farmer],
      [farmer, giver],
    ] as const)
      given(posted, ...way)
        .when(review(by, reviewee))
        .then(forbidden('Reviews are for the parties of work that was released.'))
  })

  test('is not for two farmers, or for a stranger', () => {
    given(posted, ...ways.released)
      .when(review(other, farmer))
      .then(forbidden('A farmer may review the giver, and the giver a farmer.'))
    given(posted, ...ways['in-review'], approve())
      .when(review(other, giver))
      .then(forbidden('Reviews are for the parties of work that was released.'))
  })
})

covers(['commands/reviews.ts'], ['reviewed'])
