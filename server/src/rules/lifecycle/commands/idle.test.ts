import { describe, expect, test } from 'vitest'
import { given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { accept, at, farmer, giver, posted, type Step, submit, ways } from '../../../../test/told-quest.ts'
import { day, hour } from '../../../ground/clock.ts'
import { warnIdleAhead } from './idle.ts'

const remove = (passed: number, reason: string | null = null): Step => [
  passed,
  { kind: 'remove', by: giver, farmer, reason },
]
const keep = (passed: number): Step => [passed, { kind: 'keep', by: farmer }]
const warnIdle = (passed: number): Step => [passed, { kind: 'warn-idle', by: null, farmer }]
const returned: Step = [2, { kind: 'return', by: giver, farmer, note: 'a hinge' }]
const unfinished = [accept(), submit(), returned]

describe('remove', () => {
  test('frees a place in which nothing has come for three days', () => {
    given(posted, accept())
      .when(remove(3 * day, 'No word from you.'))
      .then([{ kind: 'removed', farmer, reason: 'No word from you.' }], {
        becomes: { tally: { accepted: 0 }, work: { [farmer]: { status: 'removed' } } },
        notices: [quiet('quest', 'Place freed', farmer)],
        deeds: [{ kind: 'unheld', farmer }],
      })
  })

  test.each<readonly [string, readonly Step[], Step, string]>([
    [
      'a place before its time',
      [accept()],
      remove(3 * day - 1),
      'You can free this place from 2030-01-04T00:00:00.000Z on, if there is no work by then; until then its farmer alone can give it back.',
    ],
    [
      'a place that its farmer keeps',
      [accept(), keep(2 * day)],
      remove(5 * day - 1),
      'You can free this place from 2030-01-06T00:00:00.000Z on, if there is no work by then; until then its farmer alone can give it back.',
    ],
    [
      'work that was returned',
      unfinished,
      remove(13 * day),
      'This work was returned to be finished; its farmer alone can give the place back.',
    ],
  ])('refuses %s', (_, way, step, sentence) => {
    given(posted, ...way)
      .when(step)
      .then(invalid(sentence))
  })

  test.each(['in-review', 'disputed', 'released', 'refunded'] as const)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(remove(4 * day))
      .then(invalid(`Only a place without work can be freed; this work is ${status}.`))
  })
})

describe('keep', () => {
  test('gives the farmer the same time again', () => {
    given(posted, accept())
      .when(keep(2 * day))
      .then([{ kind: 'kept', farmer, idleAt: at(5 * day) }], {
        becomes: { work: { [farmer]: { idleAt: at(5 * day), idleWarned: true, keptAt: at(2 * day) } } },
        notices: [quiet('quest', 'Still on it', giver)],
      })
  })

  test('gives no more time than the place has', () => {
    given(posted, accept())
      .when(keep(13 * day))
      .then([{ kind: 'kept', farmer, idleAt: at(14 * day) }])
  })

  test('is said once', () => {
    given(posted, accept(), keep(1))
      .when(keep(2))
      .then(invalid('You have said once that you are still on it; now hand in what you have.'))
  })

  test('is refused where nobody can free the place', () => {
    given(posted, ...unfinished)
      .when(keep(3))
      .then(invalid('There is no need to: nobody can free the place of work that was returned.'))
  })

  test.each(['in-review', 'disputed', 'released', 'refunded'] as const)(
    'is refused of work that is %s',
    status => {
      given(posted, ...ways[status])
        .when(keep(4))
        .then(invalid(`There is no need to: your work is ${status}.`))
    },
  )
})

describe('warn-idle', () => {
  test('tells the farmer a day ahead, once', () => {
    given(posted, accept())
      .when(warnIdle(2 * day - 1))
      .then([])
    given(posted, accept())
      .when(warnIdle(2 * day))
      .then([{ kind: 'idle-warned', farmer, idleAt: at(3 * day) }], {
        becomes: { work: { [farmer]: { idleWarned: true } } },
        notices: [quiet('quest', 'Still on it?', farmer)],
      })
    given(posted, accept(), warnIdle(2 * day))
      .when(warnIdle(2 * day))
      .then([])
  })

  test('tells nobody who has work, or said that they are still on it', () => {
    for (const way of [ways['in-review'], [accept(), keep(1)], unfinished])
      given(posted, ...way)
        .when(warnIdle(3 * day))
        .then([])
  })

  test('comes at half time where places are idle in less than two days', () => {
    expect(warnIdleAhead({ idleMs: hour })).toBe(hour / 2)
  })
})

covers(['commands/idle.ts'], ['removed', 'kept', 'idle-warned'])
