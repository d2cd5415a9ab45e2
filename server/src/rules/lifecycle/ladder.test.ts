import { describe, expect, test } from 'vitest'
import { given, invalid } from '../../../test/given.ts'
import { covers } from '../../../test/played.ts'
import { accept, choosing, farmer, giver, posted, type Step } from '../../../test/told-quest.ts'
import { newcomer, standingOn } from './ladder.ts'
import type { Applicant } from './rules.ts'

const ladder = [
  { finished: 0, places: 1 },
  { finished: 1, places: 3 },
  { finished: 5, places: 10 },
]
const climber: Applicant = { ...newcomer, account: '7' }
const circumstances = (applicant: Partial<Applicant>) => ({
  rules: { ladder },
  known: { applicant: { ...climber, ...applicant } },
})

describe('the places of a ladder', () => {
  test.each([
    [0, 1, { finished: 1, places: 3 }],
    [1, 3, { finished: 5, places: 10 }],
    [4, 3, { finished: 5, places: 10 }],
    [5, 10, null],
    [400, 10, null],
  ])('are, with %i finished, %i at once', (finished, allowed, next) => {
    expect(standingOn(ladder, { ...climber, finished })).toEqual({ allowed, next })
  })

  test('are those of the lowest rung for a wallet that proved no account, whatever it has finished', () => {
    expect(standingOn(ladder, { account: null, finished: 400 })).toEqual({ allowed: 1, next: null })
  })

  test('are not bounded without one', () => {
    expect(standingOn([], climber)).toBeNull()
    given(posted)
      .when(accept(), { rules: { ladder: [] }, known: { applicant: { ...climber, atWork: 99 } } })
      .thenKinds(['accepted'])
  })
})

describe('accept', () => {
  test('is for farmers below their rung', () => {
    given(posted)
      .when(accept(), circumstances({ atWork: 2, finished: 1 }))
      .thenKinds(['accepted'])
  })

  test('says how many places are held, how many there may be, and what raises that', () => {
    given(posted)
      .when(accept(), circumstances({ atWork: 1 }))
      .then(
        invalid(
          'You have 1 place at work, and you may have 1 at once. 1 finished quest with proved work (now 0) make that 3.',
        ),
      )
    given(posted)
      .when(accept(), circumstances({ atWork: 4, finished: 2 }))
      .then(
        invalid(
          'You have 4 places at work, and you may have 3 at once. 5 finished quests with proved work (now 2) make that 10.',
        ),
      )
    given(posted)
      .when(accept(), circumstances({ atWork: 10, finished: 5 }))
      .then(
        invalid(
          'You have 10 places at work, and you may have 10 at once. A place is free again when its work is paid, or the place is given back.',
        ),
      )
  })

  test('asks a wallet without a proved account for one', () => {
    given(posted)
      .when(accept(), circumstances({ account: null, atWork: 1, finished: 9 }))
      .then(
        invalid(
          'You have 1 place at work, and you may have 1 at once. A proved account at the code host, and finished work that is proved, raise that.',
        ),
      )
  })

  test('as an application takes no place, so that nobody is asked for one', () => {
    given(choosing)
      .when(accept(), circumstances({ atWork: 9 }))
      .thenKinds(['applied'])
  })
})

describe('admit', () => {
  const admit: Step = [1, { kind: 'admit', by: giver, farmer }]

  test('gives no place to farmers who have as many as they may', () => {
    given(choosing, accept())
      .when(admit, circumstances({ atWork: 1 }))
      .then(
        invalid(
          `${farmer} has 1 place at work, and they may have 1 at once. 1 finished quest with proved work (now 0) make that 3.`,
        ),
      )
    given(choosing, accept()).when(admit, circumstances({})).thenKinds(['admitted', 'accepted'])
  })
})

covers(['ladder.ts'])
