import { describe, test } from 'vitest'
import { books, changed, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { termsOf } from '../../../../test/terms-of.ts'
import {
  accept,
  at,
  choosing,
  farmer,
  funded,
  giver,
  other,
  posted,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import type { Address } from '../../../ground/address.ts'
import { day, hour } from '../../../ground/clock.ts'
import type { QuestEvent } from '../events/all.ts'
import type { DepositPlan } from '../events/quest-events.ts'
import type { Quest } from '../quest.ts'
import type { Terms } from '../terms.ts'

const edit = (change: Partial<Terms>, passed = 2, deposit: DepositPlan | null = null): Step => [
  passed,
  { kind: 'edit', by: giver, expected: 0, terms: { ...termsOf(posted), ...change }, deposit },
]
const edited = (
  before: Partial<Terms>,
  after: Partial<Terms>,
  deposit: DepositPlan | null = null,
  backers: Address[] = [],
): QuestEvent => ({ kind: 'edited', before, after, deposit, backers })

const one = 10n ** 18n
const dearer = { amount: '12', reward: '12 USDC' }
const [cost, costs] = [{ amount: '10', reward: '10 USDC' }, dearer]

describe('edit of a quest that others add to', () => {
  const backed: Quest = { ...posted, backers: { count: 1, amount: '5', toldAt: 0 } }
  const known = { known: { backers: [other] } }
  const title = { title: 'Mend both gates' }

  test('tells them what reads otherwise, at most once an hour, by a time of their own', () => {
    given(backed)
      .when(edit({ ...dearer, ...title, deadline: at(9) }), known)
      .then(
        [
          edited(
            { ...cost, title: 'Mend the gate', deadline: null },
            { ...costs, ...title, deadline: at(9) },
            null,
            [other],
          ),
        ],
        {
          becomes: {
            ...{ ...dearer, ...title, deadline: at(9), revision: 1, sums: { promised: 24n * one } },
            backers: { toldAt: at(2) },
          },
          postings: [books('raise:quest-1:1', '4', 'promised', ['held', giver])],
          notices: [quiet('quest', 'Changed', other)],
        },
      )
    const told = { ...backed, backers: { ...backed.backers, toldAt: at(1) } }
    given(told)
      .when(edit(title), known)
      .then([edited({ title: 'Mend the gate' }, title, null, [other])], {
        becomes: { ...title, revision: 1 },
      })
  })

  test('tells them and the farmers, and nobody of questions to those who apply later', () => {
    given(backed, accept())
      .when(edit(dearer), known)
      .then([edited(cost, costs, null, [other])], {
        becomes: {
          ...{ ...dearer, revision: 1, editToldAt: at(2), sums: { promised: 24n * one } },
          backers: { toldAt: at(2) },
        },
        postings: [books('raise:quest-1:1', '4', 'promised', ['held', giver])],
        notices: [quiet('quest', 'Changed', farmer), quiet('quest', 'Changed', other)],
      })
    const questions = { questions: '["How?"]' }
    given(backed)
      .when(edit(questions), known)
      .then([edited({ questions: '[]' }, questions, null, [other])], {
        becomes: { ...questions, revision: 1 },
      })
  })
})

describe('edit, while nobody relies on the quest,', () => {
  test('changes everything, and holds what the places cost since', () => {
    const fewer = { title: 'Mend both gates', places: 1 }
    given(posted)
      .when(edit(fewer))
      .then([edited({ title: 'Mend the gate', places: 2 }, fewer)], {
        becomes: { ...fewer, revision: 1, sums: { promised: 10n * one } },
        postings: [books('lower:quest-1:1', '10', 'held', ['promised', giver])],
      })
    given(posted)
      .when(edit(dearer))
      .then([edited(cost, costs)], {
        becomes: { ...dearer, revision: 1, sums: { promised: 24n * one } },
        postings: [books('raise:quest-1:1', '4', 'promised', ['held', giver])],
      })
  })

  test('of the token gives back what was held of the one, and holds the other', () => {
    const after = { token: 'ETH', reward: '10 ETH' }
    given(posted)
      .when(edit(after))
      .then([edited({ token: 'USDC', reward: '10 USDC' }, after)], {
        becomes: { ...after, revision: 1 },
        postings: [
          books('lower:quest-1:1', '20', 'held', ['promised', giver]),
          { ...books('raise:quest-1:1', '20', 'promised', ['held', giver]), token: 'ETH' },
        ],
      })
  })

  test('books nothing where the funds stay what they are', () => {
    given(posted)
      .when(edit({ title: 'Mend both gates' }))
      .then([edited({ title: 'Mend the gate' }, { title: 'Mend both gates' })], {
        becomes: { title: 'Mend both gates', revision: 1 },
      })
  })

  test('of the funds on chain changes the deposit that is not paid in yet', () => {
    const { deposit } = funded()
    const plan = { token: deposit?.token ?? giver, decimals: 6, amountEach: 12_000_000n }
    given(funded({ status: 'unfunded' }))
      .when(edit(dearer, 2, plan))
      .then([edited(cost, costs, plan)], {
        becomes: {
          ...dearer,
          ...{ revision: 1, sums: { promised: 24n * one }, deposit: { amountEach: 12_000_000n } },
        },
      })
    given(funded())
      .when(edit({ title: 'Mend both gates' }))
      .then([edited({ title: 'Mend the gate' }, { title: 'Mend both gates' })])
  })

  const onlyPaidIn = invalid(
    'The funds of this quest are on chain: its reward and its places are what was paid in, and the contract cannot change them.',
  )
  const plan = { token: giver, decimals: 6, amountEach: 12_000_000n }
  test.each<readonly [string, Quest, DepositPlan | null]>([
    ['paid in', funded(), plan],
    ['wrong', funded({ status: 'unfunded', problem: 'It is too little.' }), plan],
    ['about to be closed', funded({ status: 'unfunded', closing: true }), plan],
    ['planned by nobody', funded({ status: 'unfunded' }), null],
  ])('is refused where the deposit is %s', (_, quest, plan) => {
    for (const change of [dearer, { places: 3 }, { token: 'ETH', reward: '10 ETH' }])
      given(quest)
        .when(edit(change, 2, plan))
        .then(onlyPaidIn)
  })

  test('that changes nothing is nothing, also of a quest that is over', () => {
    given(posted).when(edit({})).then([])
    given(posted, [1, { kind: 'cancel', by: giver }])
      .when(edit({}))
      .then([])
  })
})

describe('edit, once somebody relies on the quest,', () => {
  const relied = { ...posted, deadline: at(5 * day) }

  test('tells those with a place what is better, but once an hour', () => {
    given(posted, accept())
      .when(edit(dearer, hour))
      .then([edited(cost, costs)], {
        becomes: { ...dearer, revision: 1, editToldAt: at(hour), sums: { promised: 24n * one } },
        postings: [books('raise:quest-1:1', '4', 'promised', ['held', giver])],
        notices: [quiet('quest', 'Changed', farmer)],
      })
    given({ ...posted, editToldAt: at(0) }, accept())
      .when(edit({ places: 3 }, hour - 1))
      .then([edited({ places: 2 }, { places: 3 })], {
        becomes: { places: 3, revision: 1, sums: { promised: 30n * one } },
        postings: [books('raise:quest-1:1', '10', 'promised', ['held', giver])],
      })
  })

  test('pays the new price for the places that are not settled, and the old one for those that are', () => {
    given({ ...posted, places: 3 }, ...ways.released, accept(other, 2), submit(other, 2))
      .when(edit({ ...dearer, places: 3 }, 3))
      .then([edited(cost, costs)], {
        becomes: { ...dearer, revision: 1, editToldAt: at(3), sums: { promised: 24n * one } },
        postings: [books('raise:quest-1:1', '4', 'promised', ['held', giver])],
        notices: [quiet('quest', 'Changed', other)],
      })
  })

  test.each<readonly [string, Partial<Terms>]>([
    ['adds to the description', { description: 'It hangs. Bring a ladder.' }],
    ['makes the deadline later', { deadline: at(6 * day) }],
    ['takes the deadline away', { deadline: null }],
    ['adds places', { places: 3 }],
  ])('%s', (_, change) => {
    const before = Object.fromEntries(Object.keys(change).map(key => [key, relied[key as keyof Terms]]))
    given(relied, accept())
      .when(edit({ deadline: relied.deadline, ...change }))
      .then([edited(before, change)])
  })

  test('asks other questions of those who apply from now on, and tells nobody with a place', () => {
    const questions = '[{"text":"When do you begin?","required":true}]'
    for (const quest of [posted, choosing])
      given(quest, accept())
        .when(edit({ admission: quest.admission, questions }, hour))
        .then([edited({ questions: '[]' }, { questions })], { becomes: { questions, revision: 1 } })
  })

  const cannot = 'cannot change any more'
  test.each<readonly [Partial<Terms>, string]>([
    [{ title: 'Mend both gates' }, `title ${cannot}`],
    [{ description: 'It stands.' }, 'description can only be added to'],
    [{ amount: '9', reward: '9 USDC' }, 'rewardAmount can only be raised'],
    [{ amount: '10.0' }, 'rewardAmount can only be raised'],
    [{ token: 'ETH', reward: '10 ETH' }, `rewardToken ${cannot}`],
    [{ reward: '10 USDC and a meal' }, 'reward follows from rewardAmount'],
    [{ places: 1 }, 'maxFarmers can only be raised'],
    [{ deadline: at(4 * day) }, 'deadline can only be made later, or taken away'],
    [{ skills: '["iron"]' }, `skills ${cannot}`],
    [{ category: 'house' }, `category ${cannot}`],
    [{ codehostRepo: 'farm/gate' }, `codehostRepo ${cannot}`],
    [{ codehostIssue: 'farm/gate#1' }, `codehostIssue ${cannot}`],
    [{ repoKey: 'farm/gate' }, `codehostRepo ${cannot}`],
    [{ issueNumber: 1 }, `codehostIssue ${cannot}`],
    [{ admission: 'application' }, `admission ${cannot}`],
    [{ verifiedCodehost: true }, `requires ${cannot}`],
    [{ minCompleted: 1 }, `requires ${cannot}`],
  ])('refuses %o', (change, fault) => {
    given(relied, accept())
      .when(edit({ deadline: relied.deadline, ...change }))
      .then(invalid(`Farmers rely on this quest: ${fault}.`))
  })

  test('refuses a first deadline', () => {
    given(posted, accept())
      .when(edit({ deadline: at(6 * day) }))
      .then(invalid('Farmers rely on this quest: deadline can only be made later, or taken away.'))
  })

  test.each<readonly [string, Quest, readonly Step[]]>([
    ['applied', choosing, [accept()]],
    ['was paid', posted, ways.released],
    ['was refunded', posted, ways.refunded],
  ])('counts on whoever %s', (_, quest, way) => {
    given(quest, ...way)
      .when(edit({ admission: quest.admission, title: 'Mend both gates' }, 4))
      .then(invalid('Farmers rely on this quest: title cannot change any more.'))
  })

  test('counts on nobody who gave a place back', () => {
    given(posted, ...ways.withdrawn)
      .when(edit({ title: 'Mend both gates' }))
      .then([edited({ title: 'Mend the gate' }, { title: 'Mend both gates' })])
  })
})

describe('edit is refused', () => {
  const title = { title: 'Mend both gates' }

  test('where the quest is not any more what its giver saw', () => {
    given({ ...posted, updatedAt: 1 })
      .when(edit(title))
      .then(changed('This quest has changed since you read it; look at it as it is now, and try again.'))
  })

  test('where it is over', () => {
    const over = invalid('This quest is over, and cannot be changed any more.')
    given(posted, [1, { kind: 'cancel', by: giver }])
      .when(edit(title))
      .then(over)
    given({ ...posted, places: 1 }, ...ways.released)
      .when(edit({ ...title, places: 1 }))
      .then(over)
    const strand: Step = [1, { kind: 'strand', by: null, farmer }]
    given(funded(), accept(), accept(other), submit(), submit(other), strand).when(edit(title)).then(over)
  })

  test('after a hundred changes', () => {
    given({ ...posted, revision: 99 })
      .when(edit(title))
      .then([edited({ title: 'Mend the gate' }, title)])
    given({ ...posted, revision: 100 })
      .when(edit(title))
      .then(invalid('A quest can be changed at most 100 times.'))
    const promised = { ...posted, backers: { count: 1, amount: '5', toldAt: 0 } }
    given(promised).when(edit(dearer)).thenKinds(['edited'])
    given(promised)
      .when(edit({ places: 3 }))
      .then(
        invalid(
          'Others add to the reward of this quest, for each of its places and in its token: both stay as they are. While nobody has a place, you may end what they add.',
        ),
      )
  })

  test('for a deadline that is not in the future', () => {
    given(posted)
      .when(edit({ deadline: at(2) }, 2))
      .then(invalid('deadline must be in the future.'))
    given(posted)
      .when(edit({ deadline: at(3) }, 2))
      .then([edited({ deadline: null }, { deadline: at(3) })])
  })
})

covers(['commands/editing.ts'], ['edited'])
