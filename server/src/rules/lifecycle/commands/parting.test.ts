import { describe, expect, test } from 'vitest'
import { books, changed, forbidden, given, invalid, loud } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  act,
  arbiter,
  at,
  farmer,
  giver,
  other,
  posted,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'

const one = 10n ** 18n
const note = 'The half of it works.'
const propose = (share = 6_000, by = farmer, passed = 3): Step => [
  passed,
  { kind: 'propose-part', by, farmer, share, note },
]
const agree = (share = 6_000, by = giver): Step => [4, { kind: 'agree', by, farmer, share }]
const event = (by: 'giver' | 'farmer', proposals = 1) =>
  ({ kind: 'part-proposed', farmer, by, share: 6_000, paid: '6', refunded: '4', note, proposals }) as const
const agreed = {
  kind: 'released',
  farmer,
  because: 'agreed',
  paid: '6',
  refunded: '4',
  share: 6_000,
  backing: 'recorded',
  counts: true,
} as const
const decided = ['accepted', 'released', 'refunded'] as const

describe('propose-part', () => {
  test.each(['in-review', 'disputed'] as const)(
    'tells the other side of work %s, and moves no time',
    status => {
      given(posted, ...ways[status])
        .when(propose())
        .then([event('farmer')], {
          becomes: {
            work: { [farmer]: { offer: { by: 'farmer', share: 6_000, note, at: at(3), proposals: 1 } } },
          },
          notices: [loud('quest', 'Part proposed', giver)],
        })
    },
  )

  test('replaces an earlier proposal, of either side', () => {
    given(posted, ...ways['in-review'], propose(5_000))
      .when(propose(6_000, giver, 4))
      .then([event('giver', 2)], {
        becomes: { work: { [farmer]: { offer: { by: 'giver', share: 6_000, at: at(4), proposals: 2 } } } },
        notices: [loud('quest', 'Part proposed', farmer)],
      })
  })

  test('goes with work that is returned, and is not there for work handed in anew', () => {
    const back: Step = [4, { kind: 'return', by: giver, farmer, note: 'The hinge is missing.' }]
    const again = [...ways['in-review'], propose(), back, submit(farmer, day)].reduce(act, posted)
    expect(again.work.get(farmer)).toMatchObject({ status: 'in-review', offer: null })
  })

  test('stands in a dispute that begins after it', () => {
    const disputed: Step = [3, { kind: 'dispute', by: giver, farmer, reason: 'It still hangs.' }]
    const quest = [...ways['in-review'], propose(), disputed].reduce(act, posted)
    expect(act(quest, agree()).work.get(farmer)).toMatchObject({ status: 'released', paid: '6' })
  })

  test.each([0, 10_000, -1, 10_001])('refuses %s ten-thousandths, which are no part', share => {
    given(posted, ...ways['in-review'])
      .when(propose(share))
      .then(
        invalid(
          'A part is more than nothing and less than the whole reward: to pay all of it, approve the work.',
        ),
      )
  })

  test('refuses an eleventh proposal', () => {
    const ten = Array.from({ length: 10 }, (_, index) => propose(1_000, index % 2 === 0 ? farmer : giver))
    given(posted, ...ways['in-review'], ...ten)
      .when(propose())
      .then(
        invalid(
          'Parts of this work were proposed 10 times, which is the most: agree to the last one, or let the work end as it would without.',
        ),
      )
  })

  test.each([other, arbiter])('refuses %s, who is no party', by => {
    given(posted, ...ways['in-review'])
      .when(propose(6_000, by))
      .then(forbidden('Only the giver and the farmer of this work may do this.'))
  })

  test.each(decided)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(propose())
      .then(invalid(`Only work in review or in dispute can be divided; this is ${status}.`))
  })
})

describe('agree', () => {
  test('pays the part and refunds the rest, and nobody lost a dispute', () => {
    given(posted, ...ways.disputed, propose())
      .when(agree())
      .then([agreed], {
        becomes: {
          tally: { disputed: 0, released: 1 },
          sums: { released: 6n * one, refunded: 4n * one },
          work: {
            [farmer]: {
              ...{ status: 'released', endedAt: at(4), decidedFor: null, paid: '6' },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              worth: {
                ...{ backing: 'recorded', counts: true, countedAt: null, payment: null, denial: null },
                ...{ word: null, remindAt: at(4) + day },
              },
              ending: { because: 'agreed', reason: null, share: 6_000 },
            },
          },
        },
        postings: [
          books(`release:quest-1:${farmer}`, '6', 'held', ['released', farmer]),
          books(`refund:quest-1:${farmer}`, '4', 'held', ['refunded', giver]),
        ],
        notices: [loud('payment', 'Released', farmer)],
        deeds: [
          {
            ...{ kind: 'released', farmer, giver, token: 'USDC', amount: '6', share: 6_000 },
            ...{ counts: true, recorded: true, source: null },
          },
        ],
      })
  })

  test('is for a part as it was read', () => {
    given(posted, ...ways['in-review'], propose(), propose(5_000))
      .when(agree())
      .then(changed('Another part was proposed meanwhile: read the quest again.'))
  })

  test('is for the other side', () => {
    given(posted, ...ways['in-review'], propose())
      .when(agree(6_000, farmer))
      .then(forbidden('You proposed this part yourself: the other side agrees to it.'))
    given(posted, ...ways['in-review'], propose())
      .when(agree(6_000, other))
      .then(forbidden('Only the giver and the farmer of this work may do this.'))
  })

  test('refuses work for which nothing is proposed', () => {
    given(posted, ...ways['in-review'])
      .when(agree())
      .then(invalid('No part of the reward is proposed for this work.'))
  })

  test.each(decided)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(agree())
      .then(invalid(`Only work in review or in dispute can be divided; this is ${status}.`))
  })
})

covers(['commands/parting.ts'], ['part-proposed', 'released'])
