import { describe, test } from 'vitest'
import { forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  approve,
  arbiter,
  at,
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
import { day, never, second } from '../../../ground/clock.ts'
import type { Quest } from '../quest.ts'

/** Released three seconds after the beginning. */
const released: Quest = [accept(), submit(), approve()].reduce(act, posted)
const releasedAt = endOf(released)
const say = (transaction: string | null = null, passed = 5 * second, by = giver): Step => [
  passed,
  { kind: 'say-paid', by, farmer, transaction },
]
const confirm = (by = farmer, passed = 6 * second): Step => [passed, { kind: 'confirm-payment', by, farmer }]
const deny = (passed = 6 * second): Step => [passed, { kind: 'not-received', by: farmer }]
const remind = (after: number): Step => [
  releasedAt - at(0) + after,
  { kind: 'remind-payment', by: null, farmer },
]
const show: Step = [5 * second, { kind: 'show-payment', by: giver, farmer, part: 0, chainId: 1, hash: '0x1' }]
const settle: Step = [
  6 * second,
  { kind: 'settle-payment', by: null, farmer, chainId: 1, hash: '0x1', paidAt: at(6 * second), payer: giver },
]
const worth = (change: object) => ({ work: { [farmer]: { worth: change } } })
const owedNotice = quiet('payment', 'To be paid', giver)
const ofFarmer = quiet('payment', 'Were you paid?', farmer)
const said = { kind: 'payment-said', farmer, transaction: null } as const

function endOf(quest: Quest): number {
  const work = quest.work.get(farmer)
  if (work?.status !== 'released' || work.endedAt === null) throw new Error('nothing was released')
  return work.endedAt
}

describe('say-paid', () => {
  test('tells the farmer, and counts for nothing', () => {
    given(released)
      .when(say('0x1'))
      .then([{ ...said, transaction: '0x1' }], {
        becomes: worth({
          word: { saidAt: at(5 * second), transaction: '0x1', receivedAt: null, missedAt: null },
        }),
        notices: [ofFarmer],
      })
  })

  test('again is nothing before the farmer answers, but a transaction may be added', () => {
    given(released, say()).when(say()).then([])
    given(released, say('0x1')).when(say('0x1')).then([])
    given(released, say('0x1')).when(say(null)).then([])
    given(released, say())
      .when(say('0x1'))
      .then([{ ...said, transaction: '0x1' }])
    given(released, say('0x1'), deny())
      .when(say('0x2', 7 * second))
      .then([{ ...said, transaction: '0x2' }], {
        becomes: worth({ word: { missedAt: null, saidAt: at(7 * second), transaction: '0x2' } }),
        notices: [ofFarmer],
      })
  })

  test.each<readonly [string, Quest, readonly Step[], Step, Error]>([
    [
      'anybody but the giver',
      released,
      [],
      say(null, 5 * second, farmer),
      forbidden("Only the quest's giver may do this."),
    ],
    [
      'a second transaction before the answer',
      released,
      [say('0x1')],
      say('0x2', 6 * second),
      invalid('You have said so already: the farmer has not answered yet.'),
    ],
    [
      'what the farmer confirmed',
      released,
      [say(), confirm()],
      say('0x2', 7 * second),
      invalid('The farmer has confirmed this payment already.'),
    ],
    [
      'beside a transaction that is looked up',
      released,
      [show],
      say(null, 6 * second),
      invalid('You have shown a transaction as the payment of this work; show another one in its place.'),
    ],
    [
      'what a chain shows',
      released,
      [show, settle],
      say(null, 7 * second),
      invalid('This work is shown as paid already, by transaction 0x1 of chain 1.'),
    ],
    [
      'what the contract paid',
      funded(),
      [accept(), submit(), proposed, learn({ kind: 'release', farmer, because: null })],
      say(null, 9 * second),
      invalid('The funds of this quest are on chain: the contract itself shows what it paid.'),
    ],
    [
      'work that goes on',
      posted,
      ways.accepted,
      say(null, 9 * second),
      invalid('Only released work can be marked as paid; this is accepted.'),
    ],
    [
      'work that cost nothing',
      { ...posted, amount: '0' },
      ways.released,
      say(null, 9 * second),
      invalid('Nothing was released to this farmer: there is nothing to pay.'),
    ],
  ])('refuses %s', (_, quest, way, step, refusal) => {
    given(quest, ...way)
      .when(step)
      .then(refusal)
  })
})

describe("the farmer's answer", () => {
  test('that it came ends what is owed, and gives no points', () => {
    given(released, say())
      .when(confirm())
      .then([{ kind: 'payment-received', farmer }], {
        becomes: worth({ word: { receivedAt: at(6 * second) } }),
        notices: [quiet('payment', 'Payment confirmed', giver)],
      })
    given(released, say(), confirm())
      .when(confirm(farmer, 7 * second))
      .then([])
  })

  test('that it did not leaves it owed, until the farmer says otherwise', () => {
    given(released, say())
      .when(deny())
      .then([{ kind: 'payment-missed', farmer }], {
        becomes: worth({ word: { missedAt: at(6 * second) } }),
        notices: [quiet('payment', 'Not received', giver)],
      })
    given(released, say(), deny())
      .when(deny(7 * second))
      .then([])
    given(released, say(), deny())
      .when(confirm(farmer, 7 * second))
      .then([{ kind: 'payment-received', farmer }], {
        becomes: worth({ word: { missedAt: null, receivedAt: at(7 * second) } }),
        notices: [quiet('payment', 'Payment confirmed', giver)],
      })
  })

  test('is nobody else’s, and needs a word to answer', () => {
    given(released, say())
      .when(confirm(arbiter))
      .then(forbidden('No chain shows this payment: only the farmer can confirm it.'))
    given(released, say())
      .when(confirm(other))
      .then(
        forbidden(
          'Only the farmer who was paid may confirm a payment, or the platform wallet in their stead.',
        ),
      )
    const none = invalid('The giver has shown no payment of this work.')
    given(released).when(confirm()).then(none)
    given(released).when(deny()).then(none)
    given(released, say(), confirm())
      .when(deny(7 * second))
      .then(invalid('You have confirmed this payment.'))
  })

  test('does not stand in the way of a payment that a chain shows', () => {
    given(released, say(), confirm(), [7 * second, show[1]], [8 * second, settle[1]])
      .when(confirm(farmer, 9 * second))
      .then([])
  })
})

describe('remind-payment', () => {
  const told = { kind: 'payment-reminded', farmer } as const

  test('tells the giver after a day, three and seven, and no more', () => {
    given(released)
      .when(remind(day - 1))
      .then([])
    given(released)
      .when(remind(day))
      .then([told], {
        becomes: worth({ remindAt: releasedAt + 3 * day }),
        notices: [owedNotice],
      })
    given(released, remind(day))
      .when(remind(3 * day - 1))
      .then([])
    given(released, remind(day))
      .when(remind(3 * day))
      .then([told], { becomes: worth({ remindAt: releasedAt + 7 * day }), notices: [owedNotice] })
    given(released, remind(day), remind(3 * day))
      .when(remind(7 * day))
      .then([told], { becomes: worth({ remindAt: never }), notices: [owedNotice] })
    given(released, remind(day), remind(3 * day), remind(7 * day))
      .when(remind(400 * day))
      .then([])
  })

  test('makes up for no reminder that was missed', () => {
    given(released)
      .when(remind(8 * day))
      .then([told], { becomes: worth({ remindAt: never }), notices: [owedNotice] })
  })

  test('is not about what is paid, said to be, on its way, or free', () => {
    for (const steps of [[say()], [say(), confirm()], [show], [show, settle]])
      given(released, ...steps)
        .when(remind(day))
        .then([])
    given(released, say(), deny()).when(remind(day)).then([told])
    given({ ...posted, amount: '0' }, ...ways.released)
      .when(remind(day))
      .then([])
    given(posted, ...ways.accepted)
      .when(remind(day))
      .then([])
  })
})

covers(
  ['commands/words-of-payment.ts'],
  ['payment-said', 'payment-received', 'payment-missed', 'payment-reminded'],
)
