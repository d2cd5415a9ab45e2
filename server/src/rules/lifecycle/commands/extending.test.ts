import { describe, expect, test } from 'vitest'
import { forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  arbiter,
  at,
  farmer,
  giver,
  posted,
  rulesAt,
  type Step,
  ways,
} from '../../../../test/told-quest.ts'
import { checksum } from '../../../ground/address.ts'
import { day, instant } from '../../../ground/clock.ts'

const { acceptMs } = rulesAt(0)
const extend = (passed: number, until: number, by = giver): Step => [
  passed,
  { kind: 'extend', by, farmer, until: at(until) },
]
const once = extend(day, acceptMs + day)
const twice = extend(2 * day, acceptMs + 2 * day)

describe('extend', () => {
  test('gives the farmer more time, in which nobody frees the place', () => {
    const expiresAt = at(acceptMs + day)
    given(posted, accept())
      .when(once)
      .then([{ kind: 'place-extended', farmer, expiresAt }], {
        becomes: {
          work: { [farmer]: { expiresAt, idleAt: expiresAt, idleWarned: true, extensions: 1 } },
        },
        notices: [quiet('quest', 'More time', farmer)],
      })
  })

  test('gives as much again as a new place has at most', () => {
    given(posted, accept())
      .when(extend(0, 2 * acceptMs))
      .then([{ kind: 'place-extended', farmer, expiresAt: at(2 * acceptMs) }])
    given(posted, accept())
      .when(extend(0, 2 * acceptMs + 1))
      .then(invalid(`A place can be extended until ${instant(at(2 * acceptMs))} at most this time.`))
  })

  test('is not taken back by a farmer who says that they are still on it', () => {
    const kept = [accept(), once, [3 * day, { kind: 'keep', by: farmer }] as Step].reduce(act, posted)
    expect(kept.work.get(farmer)).toMatchObject({ idleAt: at(acceptMs + day) })
  })

  test('refuses a third time', () => {
    given(posted, accept(), once, twice)
      .when(extend(3 * day, acceptMs + 3 * day))
      .then(invalid(`The place of ${checksum(farmer)} was extended 2 times, which is the most.`))
  })

  test('refuses less time than there is', () => {
    given(posted, accept())
      .when(extend(day, acceptMs))
      .then(invalid(`until must be later than the present end, ${instant(at(acceptMs))}.`))
  })

  test('refuses everyone but the giver', () => {
    given(posted, accept())
      .when(extend(day, acceptMs + day, arbiter))
      .then(forbidden("Only the quest's giver may do this."))
  })

  test.each(['in-review', 'disputed', 'released', 'refunded'] as const)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(extend(4 * day, acceptMs + 5 * day))
      .then(invalid(`Only a place without work can be extended; this work is ${status}.`))
  })
})

covers(['commands/extending.ts'], ['place-extended'])
