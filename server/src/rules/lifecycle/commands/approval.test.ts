import { describe, expect, test } from 'vitest'
import { books, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  approve,
  at,
  disputedOnChain,
  facts,
  farmer,
  funded,
  giver,
  other,
  posted,
  proposed,
  prove,
  rulesAt,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'
import { decide } from '../decide.ts'
import { effectsOf } from '../effects.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Backing, ReleasedBecause, Verdict } from '../quest.ts'

const released = (because: ReleasedBecause, backing: Backing = 'recorded'): QuestEvent => ({
  ...{ kind: 'released', farmer, because, paid: '10', refunded: '0', backing, counts: true },
})
const ended = (because: ReleasedBecause, endedAt: number, backing: Backing = 'recorded') => ({
  ...{
    status: 'released',
    endedAt,
    decidedFor: null,
    paid: '10',
    unpaid: null,
    reclaimedAt: null,
    of: null,
    part: null,
  },
  worth: {
    backing,
    counts: true,
    countedAt: null,
    payment: null,
    denial: null,
    word: null,
    remindAt: expect.any(Number),
  },
  ending: { because, reason: null, share: null },
})
const sums = { released: 10n * 10n ** 18n }
const bookings = [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])]
const deed = {
  kind: 'released',
  farmer,
  giver,
  token: 'USDC',
  amount: '10',
  share: 10_000,
  counts: true,
} as const
const recheck = (verdict: Verdict, passed = 2 * day): Step => [
  passed,
  { kind: 'recheck', by: null, farmer, verdict },
]

describe('approve', () => {
  test('pays work in review at once', () => {
    given(posted, ...ways['in-review'])
      .when(approve())
      .then([released('approved')], {
        becomes: {
          tally: { 'in-review': 0, released: 1 },
          sums,
          work: { [farmer]: ended('approved', at(2)) },
        },
        postings: bookings,
        notices: [quiet('payment', 'Released', farmer)],
        deeds: [{ ...deed, recorded: true, source: null }],
      })
  })

  test('tells its farmer of the next part of a plan, with the end of the first right where it is the first release', () => {
    const planned = { ...posted, next: { id: 'quest-2', title: 'Paint the gate' } }
    const letters = (quest: typeof posted) => {
      const step = decide(act(quest, accept()), approve()[1], rulesAt(2))[0]
      return step === undefined
        ? []
        : effectsOf(step.before, step.event, rulesAt(2), giver).notices.map(({ key, to, values }) => [
            ...[key, to],
            'until' in values ? values.until : undefined,
          ])
    }
    const told = (until: number | null) => [
      ['released', [farmer], undefined],
      ['next-part', [farmer], until],
    ]
    expect(letters(planned)).toEqual(told(at(2) + 72 * 3_600_000))
    expect(
      letters(act(act(planned, accept(other)), [1, { kind: 'approve', by: giver, farmer: other }])),
    ).toEqual(told(null))
  })

  test('tells its farmer of the next part also where they agree to the part that releases it', () => {
    const planned = { ...posted, next: { id: 'quest-2', title: 'Paint the gate' } }
    const offered = [
      accept(),
      submit(),
      [1, { kind: 'propose-part', by: giver, farmer, share: 5_000, note: null }] as Step,
    ].reduce(act, planned)
    const steps = decide(offered, { kind: 'agree', by: farmer, farmer, share: 5_000 }, rulesAt(2))
    const told = steps.flatMap(({ before, event }) => effectsOf(before, event, rulesAt(2), farmer).notices)
    expect(told.map(({ key, to }) => [key, to])).toEqual([
      ['released', [giver]],
      ['next-part', [farmer]],
    ])
  })

  test('pays a place without work, which holds none any more', () => {
    given(posted, accept())
      .when(approve())
      .then([released('approved')], {
        becomes: {
          tally: { accepted: 0, released: 1 },
          sums,
          work: { [farmer]: ended('approved', at(2)) },
        },
        postings: bookings,
        notices: [quiet('payment', 'Released', farmer)],
        deeds: [
          { kind: 'unheld', farmer },
          { ...deed, recorded: true, source: null },
        ],
      })
  })

  test('drops a dispute, which nobody decided and nobody lost', () => {
    given(posted, ...ways.disputed)
      .when(approve(3))
      .then([released('approved')], {
        becomes: {
          tally: { disputed: 0, released: 1 },
          sums,
          work: { [farmer]: ended('approved', at(3)) },
        },
        postings: bookings,
        notices: [quiet('payment', 'Released', farmer)],
        deeds: [{ ...deed, recorded: true, source: null }],
      })
  })

  test('of proved work tells whose merge it is, while that stands', () => {
    given(posted, accept(), prove())
      .when(approve())
      .then([released('approved', 'merge')], {
        becomes: {
          tally: { 'in-review': 0, released: 1 },
          sums,
          work: { [farmer]: ended('approved', at(2), 'merge') },
        },
        postings: bookings,
        notices: [quiet('payment', 'Released', farmer)],
        deeds: [{ ...deed, recorded: false, source: 'account-2 for owner-1' }],
      })
    given(posted, accept(), prove(1, { ...facts, own: true }))
      .when(approve())
      .then([released('approved', 'own-merge')])
    given(
      posted,
      accept(),
      prove(),
      recheck({ kind: 'broken', fault: { code: 'reverted', pullRequest: 12 } }),
    )
      .when(approve(3 * day))
      .then([released('approved', 'recorded')])
  })

  test('counts for points where they are recorded, or a merge proves the work, and something is paid', () => {
    const rules = { pointsFor: 'proved' } as const
    given(posted, ...ways['in-review'])
      .when(approve(), { rules })
      .then([{ ...released('approved'), counts: false } as QuestEvent])
    given(posted, accept(), prove(1, { ...facts, own: true }))
      .when(approve(), { rules })
      .then([{ ...released('approved', 'own-merge'), counts: false } as QuestEvent])
    given(posted, accept(), prove())
      .when(approve(), { rules })
      .then([released('approved', 'merge')])
    given({ ...posted, amount: '0.00' }, ...ways['in-review'])
      .when(approve())
      .then([{ ...released('approved'), paid: '0.00', counts: false } as QuestEvent])
  })

  test('gives free places back once that was the last work, and nobody can join', () => {
    given({ ...posted, deadline: at(2) }, ...ways['in-review'])
      .when(approve())
      .then([released('approved'), { kind: 'places-returned', places: 1 }])
  })

  test.each(['released', 'refunded'] as const)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(approve(4))
      .then(invalid(`This work is ${status} already.`))
  })
})

describe('window-over', () => {
  const over = (passed: number): Step => [passed, { kind: 'window-over', by: null, farmer }]
  const end = 2 * day + 1
  const toBoth = [quiet('payment', 'Released', giver, farmer)]

  test('pays work whose window is over, and not before', () => {
    given(posted, ...ways['in-review'])
      .when(over(end - 1))
      .then([])
    given(posted, ...ways['in-review'])
      .when(over(end))
      .then([released('window-over')], {
        becomes: {
          tally: { 'in-review': 0, released: 1 },
          sums,
          work: { [farmer]: ended('window-over', at(end)) },
        },
        postings: bookings,
        notices: toBoth,
        deeds: [{ ...deed, recorded: true, source: null }],
      })
  })

  test('pays a merge only once it was looked at again', () => {
    const proved = [accept(), prove()]
    given(posted, ...proved)
      .when(over(end))
      .then([])
    given(posted, ...proved, recheck({ kind: 'unknown' }))
      .when(over(end))
      .then([])
    given(posted, ...proved, recheck({ kind: 'stands' }))
      .when(over(end))
      .then([released('window-over', 'merge')])
    given(posted, accept(), prove(1, null))
      .when(over(end))
      .then([released('window-over', 'merge')])
  })

  test('asks the contract to pay, once, where it runs the window', () => {
    const way = [accept(), submit(), proposed]
    given(funded(), ...way)
      .when(over(2 * day))
      .then([{ kind: 'payment-asked', farmer, call: 'release' }], {
        becomes: { work: { [farmer]: { asked: new Set(['propose', 'release']) } } },
        owed: [{ call: 'release', farmer, round: 0 }],
      })
    given(funded(), ...way, over(2 * day))
      .when(over(2 * day))
      .then([])
    given(funded(), accept(), submit()).when(over(end)).then([])
  })

  test('asks nothing of a contract while a merge is in doubt', () => {
    const doubted = recheck({ kind: 'broken', fault: { code: 'reverted', pullRequest: 12 } }, 3)
    given(funded(), accept(), prove(), proposed, doubted)
      .when(over(2 * day))
      .then([])
  })

  test.each(['accepted', 'disputed', 'released', 'refunded', 'withdrawn'] as const)(
    'does nothing to work that is %s',
    status => {
      given(posted, ...ways[status])
        .when(over(20 * day))
        .then([])
    },
  )

  test('does nothing to work that is disputed on chain', () => {
    given(funded(), accept(), submit(), proposed, disputedOnChain)
      .when(over(20 * day))
      .then([])
  })
})

covers(['commands/approval.ts'], ['released', 'payment-asked'])
