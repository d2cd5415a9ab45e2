import { describe, expect, test } from 'vitest'
import { forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  approve,
  arbiter,
  at,
  dispute,
  farmer,
  funded,
  giver,
  learn,
  other,
  posted,
  proposed,
  prove,
  rulesAt,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import { instant, second } from '../../../ground/clock.ts'
import type { QuestEvent } from '../events/all.ts'
import { evolve } from '../evolve.ts'
import type { Quest } from '../quest.ts'

const tx = { chainId: 1, hash: '0x1' } as const
const about = { farmer, chainId: 1, txHash: '0x1' } as const
const show = (hash = '0x1', passed = 5 * second): Step => [
  passed,
  { kind: 'show-payment', by: giver, farmer, part: 0, chainId: 1, hash },
]
const settle = (payer = giver, minedAt = 6 * second, passed = 7 * second): Step => [
  passed,
  { kind: 'settle-payment', by: null, farmer, ...tx, paidAt: at(minedAt), payer },
]
/** By a passed proposal: anybody shows the treasury's transaction. */
const proposal = 'proposal-1'
const showByProposal = (hash = '0x1', passed = 5 * second): Step => [
  passed,
  { kind: 'show-payment', by: other, farmer, part: 0, chainId: 1, hash, proposal },
]
const settleByProposal = (minedAt = 6 * second, passed = 7 * second): Step => [
  passed,
  { kind: 'settle-payment', by: null, farmer, ...tx, paidAt: at(minedAt), payer: other, proposal },
]
const confirm = (by = farmer): Step => [8 * second, { kind: 'confirm-payment', by, farmer }]
const deny = (passed = 8 * second): Step => [passed, { kind: 'not-received', by: farmer }]
const reorganise: Step = [9 * second, { kind: 'reorganise-payment', by: null, farmer, ...tx }]
const refuse: Step = [
  9 * second,
  { kind: 'refuse-payment', by: null, farmer, ...tx, fault: { code: 'failed' } },
]

/** Released work whose points wait for a payment: they count once one is settled. */
const unproved: Quest = withoutPoints([accept(), submit(), approve()].reduce(act, posted))
const shownTx = {
  ...{ chainId: 1, hash: '0x1', part: 0, mined: null, paidAt: null },
  ...{ confirmedBy: null, proposal: null },
}
const mined = (payer = giver, minedAt = 6 * second) => ({ at: at(minedAt), payer })
const worth = (change: object) => ({ work: { [farmer]: { worth: change } } })
const deed = { farmer, giver, token: 'USDC', amount: '10', share: 10_000 } as const
const unsettled = (because: `payment-${string}`, countedAt: number | null = at(7 * second)) =>
  ({ kind: 'unsettled', ...deed, countedAt, because }) as const

function withoutPoints(quest: Quest): Quest {
  const work = quest.work.get(farmer)
  if (work?.status !== 'released' || work.worth === null) throw new Error('nothing was released')
  const told = { ...work, worth: { ...work.worth, counts: false } }
  return { ...quest, work: new Map(quest.work).set(farmer, told) }
}

describe('show-payment', () => {
  test('names the transaction, which counts for nothing yet', () => {
    given(unproved)
      .when(show())
      .then([{ kind: 'payment-shown', ...about, part: 0 }], { becomes: worth({ payment: shownTx }) })
  })

  test('of the same one again is nothing, and of another one takes its place', () => {
    given(unproved, show()).when(show()).then([])
    given(unproved, show())
      .when(show('0x2'))
      .then([{ kind: 'payment-shown', ...about, txHash: '0x2', part: 0 }], {
        becomes: worth({ payment: { hash: '0x2' } }),
      })
    given(unproved, show(), settle(other))
      .when([8 * second, { kind: 'show-payment', by: giver, farmer, part: 0, chainId: 2, hash: '0x1' }])
      .then([{ kind: 'payment-shown', ...about, chainId: 2, part: 0 }], {
        becomes: worth({ payment: { chainId: 2, mined: null } }),
      })
  })

  test('of the treasury is for anybody, and takes the place of none but a denied one', () => {
    given(unproved)
      .when(showByProposal())
      .then([{ kind: 'payment-shown', ...about, part: 0 }])
    given(unproved, showByProposal()).when(showByProposal()).then([])
    given(unproved, show('0x2'))
      .when(showByProposal())
      .then(invalid('Transaction 0x2 of chain 1 is shown as the payment of this work.'))
    given(unproved, show('0x2'), deny(6 * second))
      .when(showByProposal('0x1', 9 * second))
      .then([{ kind: 'payment-shown', ...about, part: 0 }])
  })

  const nothing = invalid('Nothing was released to this farmer: there is nothing to pay.')
  const onChain = invalid('The funds of this quest are on chain: the contract itself shows what it paid.')
  test.each<readonly [string, Quest, readonly Step[], Error]>([
    [
      'a payment that counts already',
      unproved,
      [show(), settle()],
      invalid('This work is shown as paid already, by transaction 0x1 of chain 1.'),
    ],
    [
      'what the contract paid',
      funded(),
      [accept(), submit(), proposed, learn({ kind: 'release', farmer, because: null })],
      onChain,
    ],
    ['work that cost nothing', { ...posted, amount: '0.00' }, ways.released, nothing],
    ...(['accepted', 'in-review', 'disputed', 'refunded'] as const).map(
      status =>
        [
          `work that is ${status}`,
          posted,
          ways[status],
          invalid(`Only released work can be marked as paid; this is ${status}.`),
        ] as const,
    ),
  ])('refuses %s', (_, quest, way, refusal) => {
    given(quest, ...way)
      .when(show('0x2', 9 * second))
      .then(refusal)
  })
})

describe('settle-payment', () => {
  test('of the giver’s own wallet counts by itself, and gives the points', () => {
    given(unproved, show())
      .when(settle())
      .then([{ kind: 'payment-settled', ...about, paidAt: at(6 * second), payer: giver }], {
        becomes: worth({
          ...{ counts: true, countedAt: at(7 * second) },
          payment: { mined: mined(), paidAt: at(6 * second) },
        }),
        notices: [quiet('payment', 'Paid', giver, farmer)],
        deeds: [{ kind: 'settled', ...deed, countedAt: at(7 * second) }],
      })
  })

  test('of the treasury counts as the giver’s own, and names the proposal until the chain takes it back', () => {
    const details = { paidAt: at(6 * second), payer: other, proposal }
    given(unproved, showByProposal())
      .when(settleByProposal())
      .then([{ kind: 'payment-settled', ...about, ...details }], {
        becomes: worth({
          ...{ counts: true, countedAt: at(7 * second) },
          payment: { mined: mined(other), paidAt: at(6 * second), proposal },
        }),
        notices: [quiet('payment', 'Paid', giver, farmer)],
        deeds: [{ kind: 'settled', ...deed, countedAt: at(7 * second) }],
      })
    given(unproved, showByProposal(), settleByProposal())
      .when(reorganise)
      .then([{ kind: 'payment-reorganised', ...about }], {
        becomes: worth({
          ...{ counts: false, countedAt: null },
          payment: { mined: null, paidAt: null, proposal: null },
        }),
        deeds: [unsettled('payment-reorganised')],
        notices: [quiet('payment', 'Payment in doubt', giver, farmer)],
      })
    given(unproved, show(), settle(other))
      .when(settleByProposal())
      .then([{ kind: 'payment-settled', ...about, ...details }])
    given(unproved, showByProposal(), deny(8 * second))
      .when(settleByProposal(8 * second - 1, 9 * second))
      .then([{ kind: 'payment-found', ...about, paidAt: at(8 * second - 1), payer: other }])
  })

  test('gives no points twice where the work counts already', () => {
    given(posted, ...ways.released, show())
      .when(settle())
      .then([{ kind: 'payment-settled', ...about, paidAt: at(6 * second), payer: giver }], {
        becomes: worth({ payment: { mined: mined(), paidAt: at(6 * second) } }),
        notices: [quiet('payment', 'Paid', giver, farmer)],
        deeds: [{ kind: 'settled', ...deed, countedAt: null }],
      })
  })

  test('of another wallet waits for the farmer, who is asked once', () => {
    given(unproved, show())
      .when(settle(other))
      .then([{ kind: 'payment-found', ...about, paidAt: at(6 * second), payer: other }], {
        becomes: worth({ payment: { mined: mined(other) } }),
        notices: [quiet('payment', 'Is this your payment?', farmer)],
      })
    given(unproved, show(), settle(other)).when(settle(other)).then([])
  })

  test('that was mined before the place was taken is none', () => {
    const taken = [accept(farmer, 2 * second + 5), submit(farmer, 3 * second), approve(4 * second), show()]
    const fault = { code: 'too-early', minedAt: at(2 * second - 1) } as const
    const problem = `it is of ${instant(fault.minedAt)}, before the place was taken.`
    given(posted, ...taken)
      .when(settle(giver, 2 * second - 1))
      .then([{ kind: 'payment-refused', ...about, problem, fault }], {
        becomes: worth({ payment: null }),
        notices: [quiet('payment', 'No payment', giver)],
      })
    given(posted, ...taken)
      .when(settle(giver, 2 * second))
      .then([{ kind: 'payment-settled', ...about, paidAt: at(2 * second), payer: giver }])
  })

  test('that was mined before the farmer’s word that nothing came waits for them', () => {
    const denied = [show(), deny(8 * second)]
    // A block's time is in whole seconds: this one may be of after the denial.
    given(unproved, show(), deny(8 * second + 5))
      .when(settle(giver, 8 * second, 9 * second))
      .thenKinds(['payment-settled'])
    given(unproved, ...denied)
      .when(settle(giver, 8 * second - 1, 9 * second))
      .then([{ kind: 'payment-found', ...about, paidAt: at(8 * second - 1), payer: giver }])
    given(unproved, ...denied)
      .when(settle(giver, 8 * second, 9 * second))
      .then([{ kind: 'payment-settled', ...about, paidAt: at(8 * second), payer: giver }])
    given(unproved, show(), settle(), deny())
      .when(settle(giver, 8 * second - 1, 9 * second))
      .then([])
  })

  test('counts where somebody confirmed it, whoever paid', () => {
    given(unproved, show(), settle(other), confirm(), reorganise)
      .when(settle(other))
      .then([{ kind: 'payment-settled', ...about, paidAt: at(6 * second), payer: other }])
    given(unproved, show(), settle(other), confirm()).when(settle(other)).then([])
  })

  test('of a transaction that is not shown is nothing', () => {
    given(unproved).when(settle()).then([])
    given(unproved, show('0x2')).when(settle()).then([])
    given(posted, ...ways['in-review'])
      .when(settle())
      .then([])
    given(unproved, show(), settle()).when(settle()).then([])
  })
})

describe('confirm-payment', () => {
  const found = [show(), settle(other)]

  test.each([
    ['farmer', farmer],
    ['platform', arbiter],
  ] as const)('by the %s makes it count', (confirmedBy, by) => {
    given(unproved, ...found)
      .when(confirm(by))
      .then(
        [
          { kind: 'payment-confirmed', ...about, confirmedBy },
          { kind: 'payment-settled', ...about, paidAt: at(6 * second), payer: other },
        ],
        {
          becomes: worth({
            ...{ counts: true, countedAt: at(8 * second) },
            payment: { paidAt: at(6 * second), confirmedBy },
          }),
          notices: [quiet('payment', 'Paid', ...(by === farmer ? [giver] : [giver, farmer]))],
          deeds: [{ kind: 'settled', ...deed, countedAt: at(8 * second) }],
        },
      )
  })

  test('takes back the farmer’s word that nothing came', () => {
    given(unproved, ...found, deny())
      .when(confirm())
      .then(
        [
          { kind: 'payment-confirmed', ...about, confirmedBy: 'farmer' },
          { kind: 'payment-settled', ...about, paidAt: at(6 * second), payer: other },
        ],
        {
          becomes: worth({
            ...{ counts: true, countedAt: at(8 * second), denial: null },
            payment: { paidAt: at(6 * second), confirmedBy: 'farmer' },
          }),
          notices: [quiet('payment', 'Paid', giver)],
          deeds: [{ kind: 'settled', ...deed, countedAt: at(8 * second) }],
        },
      )
  })

  test('of a payment that counts is nothing', () => {
    given(unproved, show(), settle()).when(confirm()).then([])
  })

  test('waits for the chain', () => {
    given(unproved, show())
      .when(confirm())
      .then(
        invalid(
          'The chain does not have this payment at its confirmations yet; it can be confirmed as soon as it has.',
        ),
      )
  })

  test.each([giver, other])('is not for %s', by => {
    given(unproved, ...found)
      .when(confirm(by))
      .then(
        forbidden(
          'Only the farmer who was paid may confirm a payment, or the platform wallet in their stead.',
        ),
      )
  })

  test('is not for the platform wallet in a cause of its own', () => {
    given(unproved, ...found)
      .when(confirm(giver), { rules: { arbiter: giver } })
      .then(forbidden('The platform wallet gave this quest: only the farmer may confirm its payments.'))
  })

  test('needs a payment that is shown', () => {
    const none = invalid('The giver has shown no payment of this work.')
    given(unproved).when(confirm()).then(none)
    given(unproved).when(deny()).then(none)
  })
})

describe('not-received', () => {
  const denial = { chainId: 1, hash: '0x1', at: at(8 * second) }

  test('takes back what the payment gave, and tells the giver', () => {
    given(unproved, show(), settle())
      .when(deny())
      .then([{ kind: 'payment-denied', ...about }], {
        becomes: worth({ counts: false, countedAt: null, denial, payment: { paidAt: null } }),
        notices: [quiet('payment', 'Not received', giver)],
        deeds: [unsettled('payment-denied')],
      })
  })

  test('takes nothing back where the payment did not count, or the work does without', () => {
    given(unproved, show())
      .when(deny())
      .then([{ kind: 'payment-denied', ...about }], {
        becomes: worth({ denial }),
        notices: [quiet('payment', 'Not received', giver)],
      })
    given(posted, ...ways.released, show(), settle())
      .when(deny())
      .then([{ kind: 'payment-denied', ...about }], {
        becomes: worth({ denial, payment: { paidAt: null } }),
        notices: [quiet('payment', 'Not received', giver)],
        deeds: [unsettled('payment-denied', null)],
      })
  })

  test('is said once of a transaction', () => {
    given(unproved, show(), deny()).when(deny()).then([])
    given(unproved, show(), deny(), show('0x2'))
      .when(deny(9 * second))
      .then([{ kind: 'payment-denied', ...about, txHash: '0x2' }])
  })

  test('is refused once somebody said that it came', () => {
    given(unproved, show(), settle(other), confirm())
      .when(deny())
      .then(invalid('You have confirmed this payment.'))
    given(unproved, show(), settle(other), confirm(arbiter))
      .when(deny())
      .then(invalid('The platform wallet has decided that this payment was received.'))
  })
})

describe('a payment that the chain has no more', () => {
  test('counts no more until it is there again', () => {
    given(unproved, show(), settle())
      .when(reorganise)
      .then([{ kind: 'payment-reorganised', ...about }], {
        becomes: worth({ counts: false, countedAt: null, payment: { mined: null, paidAt: null } }),
        notices: [quiet('payment', 'Payment in doubt', giver, farmer)],
        deeds: [unsettled('payment-reorganised')],
      })
  })

  test('is nothing where it did not count', () => {
    given(unproved, show()).when(reorganise).then([])
    given(unproved, show('0x2')).when(reorganise).then([])
    given(unproved).when(reorganise).then([])
  })
})

describe('refuse-payment', () => {
  const refused: QuestEvent = {
    kind: 'payment-refused',
    ...about,
    problem: 'it failed on chain, and moved nothing.',
    fault: { code: 'failed' },
  }

  test('forgets the transaction, and tells the giver why', () => {
    given(unproved, show())
      .when(refuse)
      .then([refused], {
        becomes: worth({ payment: null }),
        notices: [quiet('payment', 'No payment', giver)],
      })
  })

  test('takes back what it gave first', () => {
    given(unproved, show(), settle())
      .when(refuse)
      .then([{ kind: 'payment-reorganised', ...about }, refused], {
        becomes: worth({ counts: false, countedAt: null, payment: null }),
        notices: [quiet('payment', 'Payment in doubt', giver, farmer), quiet('payment', 'No payment', giver)],
        deeds: [unsettled('payment-reorganised')],
      })
  })

  test('of another transaction is nothing', () => {
    given(unproved, show('0x2')).when(refuse).then([])
  })
})

test('events of payments that a version before wrote evolve the work too', () => {
  const settled: QuestEvent = { kind: 'payment-settled', ...about, paidAt: at(6 * second), payer: null }
  given(unproved, show())
    .whenHappens(settled)
    .then([settled], {
      becomes: worth({
        ...{ counts: true, countedAt: at(0) },
        payment: { mined: { at: at(6 * second), payer: null }, paidAt: at(6 * second) },
      }),
      notices: [quiet('payment', 'Paid', giver, farmer)],
      deeds: [{ kind: 'settled', ...deed, countedAt: at(0) }],
    })
})

test('an event of a payment cannot happen to work that was not released', () => {
  const disputed = [accept(), prove(), dispute()].reduce(act, posted)
  expect(() => evolve(disputed, { kind: 'payment-denied', ...about }, rulesAt(9).now)).toThrow(
    `payment-denied cannot happen to work of ${farmer} that was not released`,
  )
})

covers(
  ['commands/shown-payments.ts'],
  [
    'payment-shown',
    'payment-found',
    'payment-confirmed',
    'payment-settled',
    'payment-denied',
    'payment-reorganised',
    'payment-refused',
  ],
)
