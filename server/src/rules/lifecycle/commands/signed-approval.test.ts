import { describe, expect, test } from 'vitest'
import { books, forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  at,
  disputedOnChain,
  farmer,
  funded,
  giver,
  learn,
  other,
  proposed,
  prove,
  type Step,
  submit,
} from '../../../../test/told-quest.ts'
import { day, minute } from '../../../ground/clock.ts'
import { returnedOnChain } from '../events/review-events.ts'

const signature = '0x0123'
const until = at(day)
const sign = (passed = 2, end = until, by = giver): Step => [
  passed,
  { kind: 'sign-approval', by, farmer, until: end, signature },
]
const signed = { kind: 'approval-signed', farmer, approvalEndsAt: until, signature } as const
const owed = { call: 'approve', farmer, until, signed: { signature, verified: false } } as const
const dropped = { call: 'approve', farmer, until, signed: null } as const
const inReview = [accept(), submit()] as const
const proposals = [
  { call: 'propose', farmer, round: 0 },
  { call: 'verify', farmer, round: 0 },
] as const

describe('sign-approval', () => {
  test('owes the contract the approval of work in review, whether that was proposed or not', () => {
    for (const way of [inReview, [...inReview, proposed]])
      given(funded(), ...way)
        .when(sign())
        .then([signed], { becomes: { work: { [farmer]: { approvalEndsAt: until } } }, owed: [owed] })
    given(funded(), accept(), prove())
      .when(sign())
      .then([signed], {
        becomes: { work: { [farmer]: { approvalEndsAt: until } } },
        owed: [{ ...owed, signed: { signature, verified: true } }],
      })
  })

  test('is of disputed work too, which drops the dispute', () => {
    given(funded(), ...inReview, proposed, disputedOnChain)
      .when(sign(4))
      .then([signed], { becomes: { work: { [farmer]: { approvalEndsAt: until } } }, owed: [owed] })
  })

  test('pays nothing by itself: the contract says that it paid, once', () => {
    given(funded(), ...inReview, proposed, sign())
      .when(learn({ kind: 'release', farmer, because: 'approve' }, 3))
      .then(
        [
          {
            ...{ kind: 'released', farmer, because: 'approved', paid: '10', refunded: '0' },
            ...{ backing: 'chain', counts: true },
          },
        ],
        {
          becomes: {
            sums: { released: 10n * 10n ** 18n },
            tally: { 'in-review': 0, released: 1 },
            work: {
              [farmer]: {
                ...{ status: 'released', endedAt: at(3), decidedFor: null, paid: '10', unpaid: null },
                ...{
                  reclaimedAt: null,
                  of: null,
                  part: null,
                  ending: { because: 'approved', reason: null, share: null },
                },
                worth: {
                  ...{ backing: 'chain', counts: true, countedAt: null, payment: null, denial: null },
                  ...{ word: null, remindAt: null },
                },
              },
            },
          },
          postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
          notices: [quiet('payment', 'Released', farmer)],
          dropped: [dropped],
          deeds: [
            {
              ...{ kind: 'released', farmer, giver, token: 'USDC', amount: '10', share: 10_000 },
              ...{ counts: true, recorded: false, source: null },
            },
          ],
        },
      )
  })

  test('is worth nothing after a return or a dispute, as in the contract', () => {
    given(funded(), ...inReview, proposed, sign())
      .when(learn({ kind: 'return', farmer }, 3))
      .then([{ kind: 'returned', farmer, note: returnedOnChain, expiresAt: at(3 + 14 * day) }], {
        becomes: expect.anything(),
        notices: [quiet('quest', 'Returned', farmer)],
        deeds: [{ kind: 'held', farmer }],
        dropped: [...proposals, dropped],
      })
    given(funded(), ...inReview, proposed, sign())
      .when(disputedOnChain)
      .thenKinds(['disputed'])
    given(funded(), ...inReview, proposed, sign(), disputedOnChain)
      .when(sign(4, until + day))
      .then([{ ...signed, approvalEndsAt: until + day }], {
        becomes: { work: { [farmer]: { approvalEndsAt: until + day } } },
        owed: [{ ...owed, until: until + day }],
      })
  })

  test('is kept once while it is good, and anew once it is over', () => {
    given(funded(), ...inReview, sign())
      .when(sign(3))
      .then([], {})
    given(funded(), ...inReview, sign())
      .when(sign(3, until + minute))
      .then(
        invalid('You signed an approval of this work already, which is on its way to the contract.', until),
      )
    const next = until + day
    given(funded(), ...inReview, sign())
      .when(sign(until - at(0), next))
      .then([{ ...signed, approvalEndsAt: next }], {
        becomes: { work: { [farmer]: { approvalEndsAt: next } } },
        owed: [{ ...owed, until: next }],
        dropped: [dropped],
      })
  })

  test('is good for five minutes at least, and for a week at most', () => {
    for (const end of [at(2) + 5 * minute - 1, at(2) + 7 * day + 1])
      given(funded(), ...inReview)
        .when(sign(2, end))
        .then(
          invalid(
            'A signed approval must be good for 5 minutes at least, and for 7 days at most: sign again.',
          ),
        )
    for (const end of [at(2) + 5 * minute, at(2) + 7 * day])
      given(funded(), ...inReview)
        .when(sign(2, end))
        .thenKinds(['approval-signed'])
  })

  test('is by the giver alone, of work that was handed in and is not decided', () => {
    given(funded(), ...inReview)
      .when(sign(2, until, other))
      .then(forbidden("Only the quest's giver may do this."))
    given(funded(), accept())
      .when(sign())
      .then(invalid('There is no work to approve yet: nothing was handed in.'))
    given(funded(), ...inReview, proposed, learn({ kind: 'release', farmer, because: null }, 3))
      .when(sign(4))
      .then(invalid('This work is released already.'))
  })
})

covers(['commands/signed-approval.ts'], ['approval-signed'])
