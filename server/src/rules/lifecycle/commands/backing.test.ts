import { mostBackers } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  at,
  farmer,
  funded,
  giver,
  other,
  posted,
  type Step,
  stranger,
  ways,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'

const back = (by = other, passed = 1): Step => [passed, { kind: 'back', by, amount: '2.5' }]
const stop = (by = other, passed = 3): Step => [
  passed,
  { kind: 'stop-backing', by, backer: other, amount: '2.5' },
]
const backed = { kind: 'backed', backer: other, amount: '2.5' } as const
const stopped = { kind: 'backing-stopped', backer: other, amount: '2.5' } as const

describe('back', () => {
  test('adds to the reward of each place, and tells the giver', () => {
    given(posted)
      .when(back())
      .then([backed], {
        becomes: { backers: { count: 1, amount: '2.5' } },
        notices: [quiet('quest', 'More for your farmers', giver)],
      })
    expect([back(), back(stranger)].reduce(act, posted).backers).toEqual({ count: 2, amount: '5', toldAt: 0 })
  })

  test('is open while somebody works, for everybody but those who would pay themselves', () => {
    given(posted, accept()).when(back()).then([backed])
    given(posted, ...ways.withdrawn)
      .when(back(farmer, 2))
      .then([{ ...backed, backer: farmer }])
    given(posted)
      .when(back(giver))
      .then(forbidden('This quest is your own: raise its reward by changing it.'))
    given(posted, accept())
      .when(back(farmer))
      .then(invalid('You have a place in this quest: nobody adds to their own reward.'))
  })

  test('is refused where nobody can earn it, where moderators hid it, for a thanks, and on chain', () => {
    const over = invalid('Nobody can earn anything in this quest any more.')
    given(posted, [1, { kind: 'cancel', by: giver }])
      .when(back(other, 2))
      .then(over)
    given({ ...posted, deadline: at(day) })
      .when(back(other, 2 * day))
      .then(over)
    given({ ...posted, hidden: true })
      .when(back())
      .then(invalid('A moderator has hidden this quest: it takes nobody new.'))
    given({ ...posted, thanks: 'https://x.co/pull/1' })
      .when(back())
      .then(invalid('This is a thanks, which is paid already: thank for the work yourself.'))
    given({ ...posted, contest: {} as NonNullable<typeof posted.contest> })
      .when(back())
      .then(invalid('This is a contest, whose prizes are its reward: nobody adds to them.'))
    given(funded({ status: 'unfunded' }))
      .when(back())
      .then(invalid('This quest is not funded yet: its giver has to pay into the escrow first.'))
    given({ ...posted, backers: { count: mostBackers, amount: '40', toldAt: 0 } })
      .when(back())
      .then(invalid('40 others add to this reward already, which is the most.'))
  })
})

describe('uncount-backer', () => {
  const uncount: Step = [3, { kind: 'uncount-backer', by: null, backer: other, amount: '2.5' }]

  test('takes what a backer took back at the contract out of the sum, also while somebody works', () => {
    const backed = { ...funded(), backers: { count: 1, amount: '2.5', toldAt: 0 } }
    given(backed, accept())
      .when(uncount)
      .then([{ kind: 'backing-stopped', backer: other, amount: '2.5' }], {
        becomes: { backers: { count: 0, amount: '0' } },
        notices: [quiet('quest', 'Nothing is added any more', giver, other)],
      })
    given(funded()).when(uncount).then([])
    given({ ...posted, backers: backed.backers })
      .when(uncount)
      .then([])
  })
})

describe('count-backer on chain', () => {
  const count = (passed = 2): Step => [
    passed,
    { kind: 'count-backer', by: null, backer: other, amount: '2.5' },
  ]

  test('counts a deposit that is there, which the wish to add alone does not', () => {
    given(funded()).when(back()).then([])
    given(funded())
      .when(count())
      .then([{ kind: 'backed', backer: other, amount: '2.5' }], {
        becomes: { backers: { count: 1, amount: '2.5' } },
        notices: [quiet('quest', 'More for your farmers', giver)],
      })
    given(funded(), accept()).when(count()).thenKinds(['backed'])
  })

  test('counts none where nobody can earn it any more, and none of a promise', () => {
    given(funded(), [1, { kind: 'cancel', by: giver }])
      .when(count())
      .then([])
    given(posted).when(count()).then([])
    given({ ...funded(), backers: { count: mostBackers, amount: '40', toldAt: 0 } })
      .when(count())
      .then([])
  })
})

describe('stop-backing', () => {
  test('by the backer or the giver ends it while nobody has a place, and tells the other', () => {
    given(posted, back())
      .when(stop())
      .then([stopped], {
        becomes: { backers: { count: 0, amount: '0' } },
        notices: [quiet('quest', 'Nothing is added any more', giver)],
      })
    given(posted, back())
      .when(stop(giver))
      .then([stopped], {
        becomes: { backers: { count: 0, amount: '0' } },
        notices: [quiet('quest', 'Nothing is added any more', other)],
      })
    given(posted, back(), accept(farmer, 2), [3, { kind: 'withdraw', by: farmer }])
      .when(stop(other, 4))
      .then([stopped])
  })

  test('is refused while somebody has a place, once the quest is over, and for others', () => {
    given(posted, back(), accept(farmer, 2))
      .when(stop())
      .then(
        invalid(
          'Somebody has a place in this quest, and works for the whole reward: it stays until the work is decided. You may object to paying your part once work is handed in.',
        ),
      )
    given(posted, back(), [2, { kind: 'cancel', by: giver }])
      .when(stop())
      .then(invalid('This quest is cancelled: what nobody earned goes back by itself.'))
    given(posted).when(stop()).then(forbidden('Nobody adds to the reward of this quest.'))
    given(posted, back())
      .when(stop(stranger))
      .then(forbidden('Only the backer or the giver of the quest may do this.'))
  })
})

covers(['commands/backing.ts'], ['backed', 'backing-stopped'])
