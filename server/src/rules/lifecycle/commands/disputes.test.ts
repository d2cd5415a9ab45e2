import { describe, expect, test } from 'vitest'
import { books, forbidden, given, invalid, loud } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  arbiter,
  at,
  dispute,
  disputedOnChain,
  farmer,
  funded,
  giver,
  learn,
  other,
  posted,
  proposed,
  prove,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'
import type { QuestEvent } from '../events/all.ts'
import type { DisputedBy, Verdict } from '../quest.ts'

const open = (by: DisputedBy, reason: string, disputeEndsAt: number) =>
  ({ kind: 'disputed', farmer, by, reason, disputeEndsAt }) as const
const opened = open('giver', 'It still hangs.', at(14 * day + 2))
const opening = {
  ...{ reason: 'It still hangs.', fault: null, at: at(2), answer: null },
  ...{ evidence: { giver: 0, farmer: 0 }, ruling: null },
}
const broken = { kind: 'broken', fault: { code: 'reverted', pullRequest: 12 } } as const
const recheck = (verdict: Verdict, passed: number): Step => [
  passed,
  { kind: 'recheck', by: null, farmer, verdict },
]
const takenBack = [accept(), prove(), recheck(broken, 2 * day)]
const outage = [accept(), prove(), recheck({ kind: 'unknown' }, 16 * day + 1)]

describe('dispute', () => {
  test('holds the payment, and tells the farmer and the platform', () => {
    given(posted, ...ways['in-review'])
      .when(dispute())
      .then([opened], {
        becomes: {
          tally: { 'in-review': 0, disputed: 1 },
          work: {
            [farmer]: { status: 'disputed', dispute: { ...opening, by: 'giver', endsAt: at(14 * day + 2) } },
          },
        },
        notices: [loud('dispute', 'Disputed', farmer), loud('dispute', 'To be decided', arbiter)],
      })
  })

  test('as the contract tells it is the giver’s, whom nobody tells', () => {
    given(funded(), accept(), submit(), proposed)
      .when(disputedOnChain)
      .then([open('giver', 'The giver disputed it on chain.', at(16 * day))], {
        becomes: {
          tally: { 'in-review': 0, disputed: 1 },
          work: {
            [farmer]: {
              status: 'disputed',
              dispute: {
                ...{ by: 'giver', reason: 'The giver disputed it on chain.', fault: null, at: at(3) },
                ...{ endsAt: at(16 * day), answer: null, evidence: { giver: 0, farmer: 0 }, ruling: null },
              },
            },
          },
        },
        notices: [loud('dispute', 'Disputed', farmer), loud('dispute', 'To be decided', arbiter)],
      })
  })

  test('of the code host tells all three, and the merge stands no more', () => {
    given(posted, accept(), prove())
      .when(recheck(broken, 2 * day))
      .then(
        [
          {
            ...open('code-host', 'The merge of pull request 12 was reverted.', at(16 * day)),
            fault: broken.fault,
          },
        ],
        {
          becomes: {
            tally: { 'in-review': 0, disputed: 1 },
            work: {
              [farmer]: {
                status: 'disputed',
                evidence: { merge: { check: 'broken' } },
                dispute: {
                  ...{
                    by: 'code-host',
                    reason: 'The merge of pull request 12 was reverted.',
                    fault: broken.fault,
                    at: at(2 * day),
                  },
                  ...{ endsAt: at(16 * day), answer: null, evidence: { giver: 0, farmer: 0 }, ruling: null },
                },
              },
            },
          },
          notices: [
            loud('dispute', 'Disputed', giver),
            loud('dispute', 'Disputed', farmer),
            loud('dispute', 'To be decided', arbiter),
          ],
        },
      )
  })

  test.each([
    ['no platform wallet is set', null],
    ['the giver is the platform wallet', giver],
    ['the farmer is the platform wallet', farmer],
  ])('tells nobody to decide where %s', (_, wallet) => {
    given(posted, ...ways['in-review'])
      .when(dispute(), { rules: { arbiter: wallet } })
      .then([opened], {
        becomes: {
          tally: { 'in-review': 0, disputed: 1 },
          work: {
            [farmer]: { status: 'disputed', dispute: { ...opening, by: 'giver', endsAt: at(14 * day + 2) } },
          },
        },
        notices: [loud('dispute', 'Disputed', farmer)],
      })
  })

  test('lasts as long as the review', () => {
    given(posted, ...ways['in-review'])
      .when(dispute(2 * day))
      .then([{ ...opened, disputeEndsAt: at(16 * day) }])
    given(posted, ...ways['in-review'])
      .when(dispute(2 * day + 1))
      .then(invalid('The review window is over.'))
  })

  test.each(['accepted', 'disputed', 'released', 'refunded'] as const)(
    'is not for work that is %s',
    status => {
      given(posted, ...ways[status])
        .when(dispute(4))
        .then(invalid(`Only work in review can be disputed; this is ${status}.`))
    },
  )
})

type Outcome = { readonly outcome: 'pay' | 'refund' } | { readonly outcome: 'split'; readonly share: number }
const resolve = (outcome: Outcome, reason: string | null = null, by = arbiter): Step => [
  3,
  { kind: 'resolve', by, farmer, reason, ...outcome },
]
const worth = {
  backing: 'recorded',
  counts: true,
  countedAt: null,
  payment: null,
  denial: null,
  word: null,
  remindAt: expect.any(Number),
}
const one = 10n ** 18n
const whole = { farmer, giver, token: 'USDC', amount: '10', share: 10_000 }
const deed = { kind: 'released', ...whole, counts: true, recorded: true, source: null } as const

describe('resolve', () => {
  test('pays the farmer, and the giver lost', () => {
    given(posted, ...ways.disputed)
      .when(resolve({ outcome: 'pay' }, 'It closes.'))
      .then(
        [
          {
            ...{ kind: 'released', farmer, because: 'resolved', paid: '10', refunded: '0' },
            ...{ reason: 'It closes.', backing: 'recorded', counts: true },
          },
        ],
        {
          becomes: {
            tally: { disputed: 0, released: 1 },
            sums: { released: 10n * one },
            work: {
              [farmer]: {
                ...{ status: 'released', endedAt: at(3), decidedFor: 'farmer', paid: '10', worth },
                ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
                ending: { because: 'resolved', reason: 'It closes.', share: null },
              },
            },
          },
          postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
          notices: [loud('payment', 'Released', giver, farmer)],
          deeds: [deed, { kind: 'dispute-lost', loser: giver, as: 'giver' }],
        },
      )
  })

  test('refunds the giver, and the farmer lost', () => {
    given(posted, ...ways.disputed)
      .when(resolve({ outcome: 'refund' }))
      .then([{ kind: 'refunded', farmer, because: 'resolved', refunded: '10' }], {
        becomes: {
          tally: { disputed: 0, refunded: 1 },
          sums: { refunded: 10n * one },
          work: {
            [farmer]: {
              ...{ status: 'refunded', endedAt: null, decidedFor: 'giver', paid: null, worth: null },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              ending: { because: 'resolved', reason: null, share: null },
            },
          },
        },
        postings: [books(`refund:quest-1:${farmer}`, '10', 'held', ['refunded', giver])],
        notices: [loud('payment', 'Refunded', giver, farmer)],
        deeds: [
          { kind: 'refunded', giver },
          { kind: 'dispute-lost', loser: farmer, as: 'farmer' },
        ],
      })
  })

  test('gives each a part, and nobody lost', () => {
    given(posted, ...ways.disputed)
      .when(resolve({ outcome: 'split', share: 2_500 }))
      .then(
        [
          {
            ...{ kind: 'released', farmer, because: 'split', paid: '2.5', refunded: '7.5', share: 2_500 },
            ...{ backing: 'recorded', counts: true },
          },
        ],
        {
          becomes: {
            tally: { disputed: 0, released: 1 },
            sums: { released: (5n * one) / 2n, refunded: (15n * one) / 2n },
            work: {
              [farmer]: {
                ...{ status: 'released', endedAt: at(3), decidedFor: null, paid: '2.5', worth },
                ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
                ending: { because: 'split', reason: null, share: 2_500 },
              },
            },
          },
          postings: [
            books(`release:quest-1:${farmer}`, '2.5', 'held', ['released', farmer]),
            books(`refund:quest-1:${farmer}`, '7.5', 'held', ['refunded', giver]),
          ],
          notices: [loud('payment', 'Released', giver, farmer)],
          deeds: [{ ...deed, amount: '2.5', share: 2_500 }],
        },
      )
  })

  test('that gives one of them nothing is decided for the other', () => {
    given(posted, ...ways.disputed)
      .when(resolve({ outcome: 'split', share: 0 }))
      .then([{ kind: 'refunded', farmer, because: 'resolved', refunded: '10' }])
  })

  test('is no loss of a giver whom the code host made doubt', () => {
    given(posted, ...takenBack)
      .when([2 * day + 1, { kind: 'resolve', by: arbiter, farmer, reason: null, outcome: 'pay' }])
      .then(
        [
          {
            ...{ kind: 'released', farmer, because: 'resolved', paid: '10', refunded: '0' },
            ...{ backing: 'recorded', counts: true },
          },
        ],
        {
          becomes: {
            tally: { disputed: 0, released: 1 },
            sums: { released: 10n * one },
            work: {
              [farmer]: {
                ...{ status: 'released', endedAt: at(2 * day + 1), decidedFor: 'farmer', paid: '10', worth },
                ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
                ending: { because: 'resolved', reason: null, share: null },
              },
            },
          },
          postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
          notices: [loud('payment', 'Released', giver, farmer)],
          deeds: [deed],
        },
      )
  })

  test('is lost by a farmer whose merge was taken back', () => {
    given(posted, ...takenBack)
      .when([2 * day + 1, { kind: 'resolve', by: arbiter, farmer, reason: null, outcome: 'refund' }])
      .then([{ kind: 'refunded', farmer, because: 'resolved', refunded: '10' }], {
        becomes: {
          tally: { disputed: 0, refunded: 1 },
          sums: { refunded: 10n * one },
          work: {
            [farmer]: {
              ...{ status: 'refunded', endedAt: null, decidedFor: 'giver', paid: null, worth: null },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              ending: { because: 'resolved', reason: null, share: null },
            },
          },
        },
        postings: [books(`refund:quest-1:${farmer}`, '10', 'held', ['refunded', giver])],
        notices: [loud('payment', 'Refunded', giver, farmer)],
        deeds: [
          { kind: 'refunded', giver },
          { kind: 'dispute-lost', loser: farmer, as: 'farmer' },
        ],
      })
  })

  test.each([
    ['the giver', giver],
    ['a farmer', other],
  ])('is not for %s', (_, by) => {
    given(posted, ...ways.disputed)
      .when(resolve({ outcome: 'pay' }, null, by))
      .then(forbidden('Only the platform wallet may resolve a dispute.'))
  })

  test('is for nobody where no platform wallet is set', () => {
    given(posted, ...ways.disputed)
      .when(resolve({ outcome: 'pay' }), { rules: { arbiter: null } })
      .then(forbidden('Only the platform wallet may resolve a dispute.'))
  })

  test.each(['accepted', 'in-review', 'released', 'refunded'] as const)(
    'is not for work that is %s',
    status => {
      given(posted, ...ways[status])
        .when(resolve({ outcome: 'refund' }))
        .then(invalid(`Only disputed work can be resolved; this is ${status}.`))
    },
  )
})

describe('a dispute that nobody decides', () => {
  const end = (passed: number, verdict: Verdict | null = null): Step => [
    passed,
    { kind: 'end-dispute', by: null, farmer, verdict },
  ]
  const released = (backing: 'merge' | 'recorded'): QuestEvent => ({
    ...{ kind: 'released', farmer, because: 'undecided', paid: '10', refunded: '0', backing, counts: true },
  })
  const refunded: QuestEvent = { kind: 'refunded', farmer, because: 'undecided', refunded: '10' }

  test('ends at its time, and the farmer lost', () => {
    given(posted, ...ways.disputed)
      .when(end(14 * day + 1))
      .then([])
    given(posted, ...ways.disputed)
      .when(end(14 * day + 2))
      .then([refunded], {
        becomes: {
          tally: { disputed: 0, refunded: 1 },
          sums: { refunded: 10n * one },
          work: {
            [farmer]: {
              ...{ status: 'refunded', endedAt: null, decidedFor: 'giver', paid: null, worth: null },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              ending: { because: 'undecided', reason: null, share: null },
            },
          },
        },
        postings: [books(`refund:quest-1:${farmer}`, '10', 'held', ['refunded', giver])],
        notices: [loud('payment', 'Refunded', giver, farmer)],
        deeds: [
          { kind: 'refunded', giver },
          { kind: 'dispute-lost', loser: farmer, as: 'farmer' },
        ],
      })
  })

  const linked: Step = [1, { kind: 'submit', by: farmer, url: 'https://example.org/gate', note: null }]
  const proved = [accept(), prove(), dispute()]
  test.each<readonly [string, readonly Step[], Verdict | null, QuestEvent]>([
    ['a merge that was not asked about', proved, null, released('merge')],
    ['a merge that stands', proved, { kind: 'stands' }, released('merge')],
    ['a merge that nobody can be asked about', proved, { kind: 'unknown' }, released('merge')],
    ['a merge that was taken back', proved, broken, refunded],
    ['a merge that was taken back before', takenBack, null, refunded],
    ['a merge that was taken back, and stands again', takenBack, { kind: 'stands' }, released('recorded')],
    ['work with a link', [accept(), linked, dispute()], null, refunded],
  ])('ends by the evidence: %s', (_, way, verdict, event) => {
    given(posted, ...way)
      .when(end(20 * day, verdict))
      .then([event])
  })

  test.each<readonly [string, readonly Step[], QuestEvent]>([
    ['a link', [accept(), linked, dispute()], released('recorded')],
    ['a note alone', ways.disputed, refunded],
  ])('ends where nobody could decide by what was handed in: %s', (_, way, event) => {
    given(posted, ...way)
      .when(end(20 * day), { rules: { arbiter: null } })
      .then([event])
  })

  test('is lost by nobody where only the code host could not be asked', () => {
    given(posted, ...outage)
      .when(end(40 * day, broken))
      .then([refunded], {
        becomes: {
          tally: { disputed: 0, refunded: 1 },
          sums: { refunded: 10n * one },
          work: {
            [farmer]: {
              ...{ status: 'refunded', endedAt: null, decidedFor: 'giver', paid: null, worth: null },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              ending: { because: 'undecided', reason: null, share: null },
            },
          },
        },
        postings: [books(`refund:quest-1:${farmer}`, '10', 'held', ['refunded', giver])],
        notices: [loud('payment', 'Refunded', giver, farmer)],
        deeds: [{ kind: 'refunded', giver }],
      })
    given(posted, ...outage)
      .when(end(40 * day, { kind: 'stands' }))
      .then([released('merge')], {
        becomes: {
          tally: { disputed: 0, released: 1 },
          sums: { released: 10n * one },
          work: {
            [farmer]: {
              ...{ status: 'released', endedAt: at(40 * day), decidedFor: 'farmer', paid: '10' },
              ...{
                worth: { ...worth, backing: 'merge' },
                unpaid: null,
                reclaimedAt: null,
                of: null,
                part: null,
              },
              ending: { because: 'undecided', reason: null, share: null },
            },
          },
        },
        postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
        notices: [loud('payment', 'Released', giver, farmer)],
        deeds: [{ ...deed, recorded: false, source: 'account-2 for owner-1' }],
      })
  })

  test('is settled by the contract, which is asked once, and only where it knows of it', () => {
    const way = [accept(), submit(), proposed, disputedOnChain]
    given(funded(), ...way)
      .when(end(16 * day))
      .then([{ kind: 'payment-asked', farmer, call: 'settle' }], {
        becomes: { work: { [farmer]: { asked: new Set(['propose', 'settle']) } } },
        owed: [{ call: 'settle', farmer, round: 0 }],
      })
    given(funded(), ...way, end(16 * day))
      .when(end(16 * day))
      .then([])
    given(funded(), accept(), submit(), learn({ kind: 'dispute', farmer, settlesAt: at(4) }))
      .when(end(16 * day))
      .then([])
  })

  test('is not one while the work is in review, or over', () => {
    for (const way of [[], ways.accepted, ways['in-review'], ways.released, ways.refunded])
      given(posted, ...way)
        .when(end(20 * day))
        .then([])
  })
})

covers(['commands/disputes.ts'], ['disputed', 'refunded', 'payment-asked'])
