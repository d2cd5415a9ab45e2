import { describe, expect, test } from 'vitest'
import { books, forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { act, at, farmer, giver, other, posted, type Step } from '../../../../test/told-quest.ts'
import { day, second } from '../../../ground/clock.ts'
import type { Quest } from '../quest.ts'
import type { Thank } from './thanks.ts'

const url = 'https://example.org/farm/gate/pull/7'
const promised: Quest = {
  ...posted,
  places: 1,
  thanks: url,
  sums: { promised: 10n * 10n ** 18n, released: 0n, refunded: 0n },
}
const about = { kind: 'thank', farmer, account: 'account-2', since: at(0) } as const
const payment = { chainId: 1, hash: '0x1', part: 0, paidAt: at(day), payer: giver }
const pay = (change: object = {}): Step => [
  2 * day,
  { ...about, by: null, payment: { ...payment, ...change } },
]
const receive = (change: Partial<Thank> = {}): Step => [
  2 * day,
  { ...about, by: farmer, payment: null, ...change },
]
const taken = {
  kind: 'accepted',
  farmer,
  account: 'account-2',
  expiresAt: at(2 * day),
  idleAt: at(2 * day),
  since: at(0),
} as const
const released = {
  kind: 'released',
  farmer,
  because: 'approved',
  paid: '10',
  refunded: '0',
  backing: 'idle',
  counts: false,
} as const
const unanswered = 'No chain shows this payment: only the farmer can confirm it.'
const transaction = { farmer, chainId: 1, txHash: '0x1' }

describe('thank', () => {
  test('takes, releases and pays the one place at once, and counts by the chain alone', () => {
    const paid = act(promised, pay())
    expect(paid.work.get(farmer)).toMatchObject({
      status: 'released',
      acceptedAt: at(0),
      endedAt: at(2 * day),
      paid: '10',
      worth: { counts: true, countedAt: at(2 * day), payment: { paidAt: at(day) } },
    })
    const deed = { farmer, giver, token: 'USDC', amount: '10', share: 10_000 } as const
    given(promised)
      .when(pay())
      .then(
        [
          taken,
          released,
          { kind: 'payment-shown', ...transaction, part: 0 },
          { kind: 'payment-settled', ...transaction, paidAt: at(day), payer: giver },
        ],
        {
          becomes: {
            tally: { released: 1 },
            sums: { released: promised.sums.promised },
            work: { [farmer]: paid.work.get(farmer) },
          },
          postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
          notices: [quiet('payment', 'Thanked', farmer), quiet('payment', 'Paid', giver, farmer)],
          deeds: [
            { kind: 'accepted', farmer, again: false },
            { kind: 'unheld', farmer },
            { kind: 'released', ...deed, counts: false, recorded: true, source: null },
            { kind: 'settled', ...deed, countedAt: at(2 * day) },
          ],
        },
      )
  })

  test('by word is received, and counts for nothing, whatever counts elsewhere', () => {
    given(promised)
      .when(receive())
      .then([
        taken,
        released,
        { kind: 'payment-said', farmer, transaction: null },
        { kind: 'payment-received', farmer },
      ])
    const received = act(promised, receive())
    expect(received.work.get(farmer)).toMatchObject({
      status: 'released',
      worth: { counts: false, payment: null, word: { receivedAt: at(2 * day), missedAt: null } },
    })
  })

  test('happens once, and to no quest that somebody posted', () => {
    given(promised, pay())
      .when(pay({ hash: '0x2' }))
      .then([])
    given(promised, receive()).when(pay()).then([])
    given(posted).when(pay()).then([])
  })

  test.each<readonly [string, Quest, Step, Error]>([
    [
      'to oneself',
      promised,
      [2 * day, { ...about, farmer: giver, by: giver, payment: null }],
      invalid('You cannot thank yourself.'),
    ],
    [
      'from another wallet',
      promised,
      pay({ payer: other }),
      invalid('A thanks is paid from the wallet that gives it, and this came from another.'),
    ],
    [
      'from before the promise',
      promised,
      pay({ paidAt: at(-second) }),
      invalid('The transaction is from before the thanks was promised.'),
    ],
    ['by the giver’s word alone', promised, receive({ by: giver }), forbidden(unanswered)],
    ['by nobody’s word', promised, receive({ by: null }), forbidden(unanswered)],
  ])('is refused %s', (_, quest, step, refusal) => {
    given(quest).when(step).then(refusal)
  })

  test('takes its points back when the chain takes the payment back, and gives them again with it', () => {
    const back: Step = [3 * day, { kind: 'reorganise-payment', by: null, farmer, chainId: 1, hash: '0x1' }]
    const again: Step = [
      4 * day,
      {
        kind: 'settle-payment',
        by: null,
        farmer,
        chainId: 1,
        hash: '0x1',
        paidAt: at(3 * day),
        payer: giver,
      },
    ]
    const gone = [pay(), back].reduce(act, promised)
    expect(gone.work.get(farmer)).toMatchObject({ worth: { counts: false, countedAt: null } })
    expect(act(gone, again).work.get(farmer)).toMatchObject({
      worth: { counts: true, countedAt: at(4 * day) },
    })
  })
})

covers(['commands/thanks.ts'])
