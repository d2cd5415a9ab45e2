import { describe, test } from 'vitest'
import { books, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  approve,
  at,
  dispute,
  farmer,
  funded,
  giver,
  learn,
  other,
  posted,
  proposed,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import type { QuestEvent } from '../events/all.ts'

const complete: Step = [3, { kind: 'complete', by: giver }]
const cancel: Step = [3, { kind: 'cancel', by: giver }]
const one = 10n ** 18n
const released = (who: typeof farmer, backing: 'recorded' | 'idle'): QuestEvent => ({
  ...{ kind: 'released', farmer: who, because: 'approved', paid: '10', refunded: '0', backing },
  counts: true,
})
const backBooked = (amount: string) => books('close:quest-1', amount, 'held', ['refunded', giver])

describe('complete', () => {
  test('closes the quest, and gives free places back to the giver', () => {
    given(posted)
      .when(complete)
      .then(
        [
          { kind: 'closed', as: 'completed' },
          { kind: 'places-returned', places: 2 },
        ],
        {
          becomes: { closed: 'completed', returned: 2, sums: { refunded: 20n * one } },
          postings: [backBooked('20')],
        },
      )
  })

  test('pays everyone with a place, and tells whom the giver alone says has worked', () => {
    given(posted, accept(), submit(), accept(other, 2))
      .when(complete)
      .then([released(farmer, 'recorded'), released(other, 'idle'), { kind: 'closed', as: 'completed' }])
    given(posted, ...ways.disputed)
      .when(complete)
      .then([
        released(farmer, 'recorded'),
        { kind: 'closed', as: 'completed' },
        { kind: 'places-returned', places: 1 },
      ])
  })

  test('on chain closes a quest without places taken, and asks the contract to', () => {
    given(funded())
      .when(complete)
      .then([{ kind: 'closed', as: 'completed' }, { kind: 'closing' }], {
        becomes: { closed: 'completed', deposit: { closing: true } },
        owed: [{ call: 'close', farmer: null }],
      })
    given(funded({ status: 'unfunded' }))
      .when(complete)
      .then([{ kind: 'closed', as: 'completed' }])
    given(funded({ closing: true }))
      .when(complete)
      .then([{ kind: 'closed', as: 'completed' }])
  })

  test('changes nothing of a quest that is completed', () => {
    given(posted, complete).when(complete).then([])
    given({ ...posted, places: 1 }, ...ways.released)
      .when(complete)
      .then([])
    given({ ...posted, deadline: at(2) }, ...ways.released)
      .when(complete)
      .then([])
  })

  test('is refused of a quest that is cancelled', () => {
    given(posted, cancel).when(complete).then(invalid('This quest is cancelled already.'))
  })
})

describe('cancel', () => {
  test('is refused of a contest that somebody has entered', () => {
    const contest = {
      ...{ prizes: ['10'], entriesUntil: at(9), decideUntil: at(10), maxEntries: 500, sealed: false },
      ...{ entries: 1, ranking: null, disputeEndsAt: null, payout: null, decided: null },
      ...({ rankBy: 'giver', counted: null } as const),
    }
    given({ ...posted, contest })
      .when(cancel)
      .then(
        invalid(
          'Somebody has entered this contest: it cannot be cancelled any more. Rank the entries, and return the prizes that none deserves, each with a reason.',
        ),
      )
  })

  test('ends places without work with the quest, and tells their farmers', () => {
    given(posted, accept())
      .when(cancel)
      .then(
        [
          { kind: 'place-cancelled', farmer },
          { kind: 'closed', as: 'cancelled' },
          { kind: 'places-returned', places: 2 },
        ],
        {
          becomes: {
            ...{ closed: 'cancelled', returned: 2, sums: { refunded: 20n * one } },
            tally: { accepted: 0 },
            work: { [farmer]: { status: 'cancelled' } },
          },
          postings: [backBooked('20')],
          notices: [quiet('quest', 'Cancelled', farmer)],
          deeds: [{ kind: 'unheld', farmer }],
        },
      )
  })

  test('takes no places away that were paid', () => {
    given(posted, ...ways.released)
      .when(cancel)
      .then([
        { kind: 'closed', as: 'cancelled' },
        { kind: 'places-returned', places: 1 },
      ])
  })

  test.each([
    ['in review', ways['in-review']],
    ['disputed', ways.disputed],
  ])('is refused around work that is %s', (_, way) => {
    given(posted, ...way)
      .when(cancel)
      .then(invalid('This quest has work in review; approve or dispute it instead of cancelling.'))
  })

  test('is refused around work that was returned', () => {
    given(posted, ...ways['in-review'], [2, { kind: 'return', by: giver, farmer, note: 'a hinge' }])
      .when(cancel)
      .then(
        invalid(
          'This quest has work that was returned; it can be cancelled once that was handed in and decided, or given up.',
        ),
      )
  })

  test('changes nothing of a quest that is cancelled, and is refused of one that is completed', () => {
    given(posted, cancel).when(cancel).then([])
    given(posted, complete).when(cancel).then(invalid('This quest is completed already.'))
  })
})

describe('deadline', () => {
  const passed = (after: number): Step => [after, { kind: 'deadline', by: null }]
  const dated = { ...posted, deadline: at(5) }

  test('ends a pause, and gives back the places that nobody can take any more', () => {
    given({ ...dated, paused: true })
      .when(passed(5))
      .then([{ kind: 'deadline-passed' }, { kind: 'places-returned', places: 2 }], {
        becomes: { paused: false, returned: 2, sums: { refunded: 20n * one } },
        postings: [backBooked('20')],
      })
  })

  test('gives nothing back while somebody works', () => {
    given(dated, accept())
      .when(passed(5))
      .then([{ kind: 'deadline-passed' }])
  })

  test('is nothing before its time, without one, or in a quest that is closed', () => {
    given(dated).when(passed(4)).then([])
    given(posted).when(passed(5)).then([])
    given(dated, complete).when(passed(5)).then([])
  })
})

describe('free places', () => {
  test('are given back once, whatever follows', () => {
    given({ ...posted, deadline: at(2) }, ...ways['in-review'], approve())
      .when([4, { kind: 'deadline', by: null }])
      .then([{ kind: 'deadline-passed' }])
  })

  test('come back with the last work that ends', () => {
    given({ ...posted, places: 3 }, accept(), submit(), dispute(), [
      3,
      { kind: 'set-status', by: giver, status: 'in-progress' },
    ])
      .when([4, { kind: 'concede', by: farmer }])
      .then([{ kind: 'refunded', farmer, because: 'conceded', refunded: '10' }])
    given({ ...posted, places: 3, deadline: at(2) }, ...ways.disputed)
      .when([4, { kind: 'concede', by: farmer }])
      .then([
        { kind: 'refunded', farmer, because: 'conceded', refunded: '10' },
        { kind: 'places-returned', places: 2 },
      ])
  })

  test('are the contract’s to give back, which is asked to close', () => {
    given({ ...funded(), deadline: at(2) }, accept(), submit(), proposed)
      .when(learn({ kind: 'release', farmer, because: null }, 5))
      .then([
        {
          ...{ kind: 'released', farmer, because: 'window-over', paid: '10', refunded: '0' },
          ...{ backing: 'chain', counts: true },
        },
        { kind: 'closing' },
      ])
  })
})

covers(
  ['commands/closing.ts'],
  ['closed', 'places-returned', 'closing', 'place-cancelled', 'deadline-passed'],
)
