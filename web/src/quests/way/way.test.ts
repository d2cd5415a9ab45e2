import {
  type Assignment,
  assignmentStatuses,
  type EscrowTransaction,
  type Quest,
  type QuestEvent,
  times,
} from '@furrow/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { custodyOf, custodySentence } from './custody.ts'
import { leftOf, type Way, wayOf, wayOfPlace } from './way.ts'

const [giver, ada, ben] = ['0xMill', '0xAda', '0xBen']

const place = (address: string, change: Partial<Assignment>): Assignment =>
  ({
    address,
    acceptedAt: 'taken',
    expiresAt: null,
    pullRequest: null,
    reviewEndsAt: null,
    releasedAt: null,
    paid: null,
    holdReason: null,
    disputedAt: null,
    disputeEndsAt: null,
    ...change,
  }) as Assignment

const atWork = { status: 'accepted', expiresAt: '2026-03-30' } as const
const inReview = { status: 'in-review', reviewEndsAt: '2026-03-03' } as const
const disputed = {
  status: 'disputed',
  reviewEndsAt: 'r',
  disputedAt: 'd',
  disputeEndsAt: '2026-03-15',
} as const
const released = { status: 'released', reviewEndsAt: 'r', releasedAt: '2026-03-04', paid: '40' } as const
const refunded = { status: 'refunded', reviewEndsAt: 'r', disputedAt: 'd', releasedAt: '2026-03-05' } as const

type Change = Omit<Partial<Quest>, 'funding'> & { funding?: Partial<Quest['funding']> }

function quest({ funding, farmers = [], maxFarmers = 1, ...change }: Change = {}): Quest {
  return {
    status: 'open',
    giver,
    rewardAmount: 40,
    rewardToken: 'USDC',
    createdAt: 'posted',
    maxFarmers,
    farmers,
    funding: {
      rail: 'ledger',
      status: 'promised',
      token: 'USDC',
      amount: times('40', maxFarmers),
      released: '0',
      refunded: '0',
      ...funding,
    },
    ...change,
  } as Quest
}

const event = (kind: QuestEvent['kind'], farmer: string | null, at: string, details = {}) =>
  ({ kind, farmer, at, details }) as QuestEvent

/** "label:state", in order. */
const told = ({ steps }: Way) => steps.map(({ label, state }) => `${label}:${state}`)
const stepOf = (way: Way, key: string) => way.steps.find(step => step.key === key)

describe('one place', () => {
  const one = (change: Partial<Assignment>, more: Change = {}) =>
    quest({ farmers: [place(ada, change)], ...more })

  test.each<[string, Quest, readonly string[]]>([
    [
      'waits for a farmer',
      quest(),
      ['Promised:done', 'Taken:now', 'Handed in:ahead', 'Review:ahead', 'Released:ahead'],
    ],
    [
      'is not paid in yet',
      quest({ funding: { rail: 'chain', status: 'unfunded' } }),
      ['To be paid in:now', 'Taken:ahead', 'Handed in:ahead', 'Review:ahead', 'Paid:ahead'],
    ],
    [
      'was paid in wrongly',
      quest({ funding: { rail: 'chain', status: 'unfunded', problem: 'too little' } }),
      ['Wrong deposit:disputed', 'Taken:ahead', 'Handed in:ahead', 'Review:ahead', 'Paid:ahead'],
    ],
    [
      'is in work',
      one(atWork),
      ['Promised:done', 'Taken:done', 'Handed in:now', 'Review:ahead', 'Released:ahead'],
    ],
    [
      'was returned',
      one({ ...atWork, returned: { times: 1, at: '2', note: 'n' } }),
      ['Promised:done', 'Taken:done', 'Returned:now', 'Review:ahead', 'Released:ahead'],
    ],
    [
      'is in review',
      one(inReview, { funding: { rail: 'chain', status: 'funded' } }),
      ['Deposited:done', 'Taken:done', 'Handed in:done', 'Review:now', 'Paid:ahead'],
    ],
    [
      'is disputed',
      one(disputed),
      ['Promised:done', 'Taken:done', 'Handed in:done', 'Disputed:disputed', 'Released:ahead'],
    ],
    [
      'was released, which in the ledger is no payment',
      one({ ...released, payment: { status: 'recorded', paidAt: null } }, { status: 'completed' }),
      ['Promised:done', 'Taken:done', 'Handed in:done', 'Review:done', 'Released:done'],
    ],
    [
      'was paid, as a transaction shows',
      one({ ...released, payment: { status: 'paid', paidAt: '5' } }, { status: 'completed' }),
      ['Promised:done', 'Taken:done', 'Handed in:done', 'Review:done', 'Paid:done'],
    ],
    [
      'was released though nothing was handed in',
      one({ ...released, reviewEndsAt: null }, { status: 'completed' }),
      ['Promised:done', 'Taken:done', 'Handed in:off', 'Review:done', 'Released:done'],
    ],
    [
      'went back to the giver',
      one(refunded, { status: 'completed' }),
      ['Promised:done', 'Taken:done', 'Handed in:done', 'Review:done', 'Given back:back'],
    ],
    [
      'was cancelled before anybody came',
      quest({ status: 'cancelled' }),
      ['Promised:done', 'Taken:off', 'Handed in:off', 'Review:off', 'Released:off'],
    ],
  ])('that %s', (_what, quest, steps) => expect(told(wayOf(quest))).toEqual(steps))

  test('has the times that are known, and those of its events', () => {
    const events = [event('submitted', ada, '2026-03-01'), event('submitted', ben, '2026-02-01')]
    const way = wayOf(one(inReview), events)
    expect(way.steps.map(({ at }) => at)).toEqual(['posted', 'taken', '2026-03-01', null, null])
    expect(stepOf(way, 'review')?.until).toBe('2026-03-03')
    expect(stepOf(wayOf(one(atWork)), 'handed-in')?.until).toBe('2026-03-30')
    expect(stepOf(wayOf(one(disputed)), 'review')?.until).toBe('2026-03-15')
  })

  test('has its transactions at the steps that they made', () => {
    const transaction = (kind: EscrowTransaction['kind'], farmer: string | null) =>
      ({ kind, farmer, hash: `${kind} ${farmer}` }) as EscrowTransaction
    const transactions = [
      transaction('fund', null),
      transaction('propose', ada),
      transaction('release', ada),
      transaction('release', ben),
    ]
    const funding = { rail: 'chain', status: 'funded', transactions } as const
    const way = wayOf(one(released, { funding }))
    expect(way.steps.map(({ transactions }) => transactions.map(({ hash }) => hash).join())).toEqual([
      'fund null',
      '',
      '',
      `propose ${ada}`,
      `release ${ada}`,
    ])
  })

  test('forks where it is disputed, and shows both ends of a split', () => {
    expect(wayOf(one(disputed)).fork).toEqual({
      open: 1,
      until: '2026-03-15',
      toFarmers: null,
      toGiver: null,
    })
    const split = one({ ...released, disputedAt: 'd', paid: '11.1' })
    const events = [event('released', ada, '2026-03-06', { refunded: '28.9' })]
    expect(wayOf(split, events).fork).toEqual({ open: 0, until: null, toFarmers: '11.1', toGiver: '28.9' })
    expect(wayOf(one(inReview)).fork).toBeNull()
  })
})

describe('several places', () => {
  const five = quest({
    maxFarmers: 5,
    status: 'in-review',
    farmers: [
      place(ada, released),
      place(ben, inReview),
      place('0xCleo', { ...inReview, reviewEndsAt: '2026-03-02' }),
      place('0xDan', atWork),
    ],
    funding: { released: '40' },
  })

  test('are counted at each step, and the first that falls due is told', () => {
    const { steps, left } = wayOf(five)
    expect(steps.map(({ key, state, reached, waiting }) => [key, state, reached, waiting])).toEqual([
      ['funds', 'done', 5, 0],
      ['taken', 'now', 4, 1],
      ['handed-in', 'now', 3, 1],
      ['review', 'now', 1, 2],
      ['paid', 'part', 1, 0],
    ])
    expect(steps[3]?.until).toBe('2026-03-02')
    expect(steps.map(({ amount }) => amount)).toEqual(['200', null, null, null, '40'])
    expect(left).toBe('160')
  })

  test('are shown as disputed while one of them is', () => {
    const farmers = [place(ada, inReview), place(ben, disputed)]
    const step = stepOf(wayOf({ ...five, farmers }), 'review')
    expect(step).toMatchObject({ label: 'Review', state: 'disputed', waiting: 2, until: '2026-03-03' })
  })

  test('each have a way of their own', () => {
    const [first, second] = five.farmers as [Assignment, Assignment]
    expect(told(wayOfPlace(five, first)).at(-1)).toBe('Released:done')
    expect(told(wayOfPlace(five, second)).slice(-2)).toEqual(['Review:now', 'Released:ahead'])
  })

  test('are never more than there are, whoever is where', () => {
    const someone = fc.record({
      status: fc.constantFrom(
        ...assignmentStatuses.filter(status => status !== 'withdrawn' && status !== 'expired'),
      ),
      reviewEndsAt: fc.constantFrom(null, '2026-03-03'),
    })
    const anyQuest = fc.record({
      people: fc.array(someone, { maxLength: 6 }),
      free: fc.nat(4),
      status: fc.constantFrom('open', 'in-progress', 'in-review', 'completed', 'cancelled' as const),
      rail: fc.constantFrom('ledger', 'chain' as const),
    })
    fc.assert(
      fc.property(anyQuest, ({ people, free, status, rail }) => {
        const farmers = people.map((change, index) => place(`0x${index}`, change))
        const maxFarmers = Math.max(1, people.length + free)
        const one = quest({ farmers, maxFarmers, status, funding: { rail, status: 'funded' } } as Change)
        const { steps } = wayOf(one)
        for (const { reached, waiting } of steps) {
          expect(reached).toBeLessThanOrEqual(maxFarmers)
          expect(reached + waiting).toBeLessThanOrEqual(maxFarmers)
        }
        for (const farmer of farmers) {
          const states = wayOfPlace(one, farmer).steps.map(({ state }) => state)
          expect(states.filter(state => state === 'now' || state === 'disputed').length).toBeLessThanOrEqual(
            1,
          )
        }
      }),
    )
  })
})

test.each([
  [{ amount: '80', released: '40', refunded: '0' }, '40'],
  [{ amount: '0.3', released: '0.1', refunded: '0.2' }, '0'],
  [{ amount: '100', released: '33.333333', refunded: '22.22' }, '44.446667'],
])('of %j is left %s', (funding, left) => expect(leftOf(funding as Quest['funding'])).toBe(left))

describe('who has the money', () => {
  const chain = (status: Quest['funding']['status'], change: Partial<Quest['funding']> = {}) =>
    quest({ funding: { rail: 'chain', status, ...change } })
  const paid = [place(ada, { ...released, payment: { status: 'paid', paidAt: '5' } })]
  const recorded = [place(ada, { ...released, payment: { status: 'recorded', paidAt: null } })]
  const settled = { status: 'settled', released: '40' } as const

  test.each<[string, Quest, string, string]>([
    [
      'is promised',
      quest(),
      'promised',
      "Recorded in this community's ledger; the giver pays you directly, from their own wallet.",
    ],
    [
      'is released, and promised still',
      quest({ farmers: recorded, funding: settled }),
      'promised',
      "Recorded in this community's ledger; the giver pays you directly, from their own wallet.",
    ],
    [
      'was paid by the giver',
      quest({ farmers: paid, funding: settled }),
      'paid',
      'The giver paid it, as the chain shows.',
    ],
    ['is nowhere yet', chain('unfunded'), 'empty', 'Nothing is paid in yet: the giver has to pay in first.'],
    [
      'is held',
      chain('funded'),
      'held',
      'Held by the contract until the work is paid, or goes back to the giver.',
    ],
    ['was paid out', chain('settled', { released: '40' }), 'paid', 'The contract has paid out what it held.'],
    ['went back', chain('settled', { refunded: '40' }), 'back', 'The contract gave back what it held.'],
  ])('%s', (_what, quest, custody, sentence) => {
    expect(custodyOf(quest)).toBe(custody)
    expect(custodySentence(quest, 'farmer')).toBe(sentence)
  })

  test('is said to the giver as their own part', () => {
    expect(custodySentence(quest(), 'giver')).toContain('you pay each farmer yourself')
    expect(custodySentence(quest(), 'other')).toContain('the giver pays each farmer directly')
  })
})

test('whoever won a contest handed in, though a place has no work of its own', () => {
  const won = place(ada, { status: 'released', releasedAt: '2026-03-04', paid: '40' })
  const handedIn = (contest: Pick<Quest, 'contest'>) =>
    wayOf(quest({ status: 'completed', farmers: [won], ...contest })).steps[2]
  expect(handedIn({})?.state).toBe('off')
  expect(handedIn({ contest: {} as NonNullable<Quest['contest']> })?.state).toBe('done')
})
