import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { books, given, invalid, loud, quiet } from '../../../test/given.ts'
import { covers } from '../../../test/played.ts'
import {
  at,
  farmer,
  funded,
  giver,
  learn,
  other,
  rulesAt,
  type Step,
  stranger,
} from '../../../test/told-quest.ts'
import { day } from '../../ground/clock.ts'
import type { PaidBecause } from './chain-event.ts'
import type { Contest, Entry } from './contest.ts'
import { decide } from './decide.ts'
import type { QuestEvent } from './events/all.ts'
import type { PayoutBegun } from './events/contest-events.ts'
import { prizePayeesOf } from './payout.ts'
import type { Deposit, InReview, Quest, RefundedBecause, ReleasedBecause } from './quest.ts'
import { nothingKnown } from './rules.ts'
import { dividedAmong } from './split.ts'

const each = 10_000_000n
const contest: Contest = {
  prizes: ['6', '3', '1'],
  ...{ entriesUntil: at(day), decideUntil: at(3 * day), maxEntries: 499, sealed: false, rankBy: 'giver' },
  ...{ counted: null, entries: 3, ranking: null, disputeEndsAt: null, payout: null, decided: null },
}
const open: Quest = {
  ...funded({ version: 3 }),
  places: 1,
  deadline: at(day),
  sums: { promised: 10n ** 19n, released: 0n, refunded: 0n },
  contest,
}
const entryOf = (by: Entry['farmer'], change: Partial<Entry> = {}): Entry => ({
  ...{ farmer: by, account: null, at: at(0), hidden: false, prize: null, part: null, votes: 0 },
  ...change,
})
const ranking = { by: 'giver', at: at(day), endsAt: at(3 * day), returned: [3] } as const
const ranked: Quest = { ...open, contest: { ...contest, ranking } }
const placed = [entryOf(farmer, { prize: 2 }), entryOf(other, { prize: 1 }), entryOf(stranger)]
const decideContest: Step = [3 * day, { kind: 'decide-contest', by: null }]
const fixed = [
  entryOf(farmer, { prize: 2, part: '3' }),
  entryOf(other, { prize: 1, part: '6' }),
  entryOf(stranger),
]

const begun: PayoutBegun = {
  kind: 'payout-begun',
  farmer: other,
  decided: 'ranked',
  parts: [
    { farmer: other, part: '6' },
    { farmer, part: '3' },
  ],
  prizesBack: '1',
  reviewEndsAt: at(5 * day),
  others: [stranger],
}

const payees = prizePayeesOf(open, begun.prizesBack, begun.parts)
const known = { known: { entries: fixed, payees } }

const proposedWork: InReview = {
  ...{ status: 'in-review', farmer: other, acceptedAt: at(3 * day), account: null },
  ...{ asked: new Set(['propose']), returned: null, round: 0, team: { members: [], times: 0 } },
  ...{ evidence: { submission: null, merge: null }, startedAt: at(3 * day), endsAt: at(5 * day) },
  ...{ proposed: false, attested: false, approvalEndsAt: null, offer: null },
}

const after = (quest: Quest, [passed, command]: Step, entries: readonly Entry[]): Quest =>
  decide(quest, command, rulesAt(passed), { ...nothingKnown, entries, payees }).at(-1)?.after ?? quest

/** As the decision leaves it, and as the contract has taken the proposal. */
const paying = after(ranked, decideContest, placed)
const proposed = after(
  paying,
  learn({ kind: 'propose', farmer: other, reviewEndsAt: at(5 * day) }, 3 * day),
  fixed,
)
const leaves = (kind: 'release' | 'refund', more: { amount?: bigint; because?: PaidBecause } = {}): Step =>
  learn({ kind, farmer: other, because: null, ...more }, 5 * day)

const decided = { kind: 'contest-decided', decided: 'ranked', winners: 2, others: [stranger] } as const
const accepted = { kind: 'accepted', farmer, account: null, expiresAt: 0, idleAt: 0 } as const
const paid = (to: Quest['giver'], amount: string, because: ReleasedBecause = 'window-over') =>
  ({ kind: 'released', farmer: to, because, paid: amount, refunded: '0', ...uncounted }) as const
const uncounted = { backing: 'idle', counts: false } as const
const refunded = (to: Quest['giver'], amount: string, because: RefundedBecause) =>
  ({ kind: 'refunded', farmer: to, because, refunded: amount }) as const
const refundedContest: QuestEvent = {
  kind: 'contest-decided',
  ...{ decided: 'refunded', winners: 0, places: 2, paidTo: [], refunded: '1' },
  others: [farmer, other, stranger],
}

describe('the decision of a contest on chain', () => {
  test('fixes every part, and asks the contract for one payment of them all', () => {
    given(ranked)
      .when(decideContest, { known: { entries: placed } })
      .then([begun], {
        becomes: {
          contest: { payout: { because: 'ranked', returned: '1' } },
          tally: { 'in-review': 1 },
          work: { [other]: proposedWork },
        },
        notices: [
          quiet('quest', 'Prizes go to the contract', other),
          quiet('quest', 'Prizes go to the contract', farmer),
          quiet('quest', 'Prizes go to the contract', giver, stranger),
        ],
        owed: [{ call: 'propose', farmer: other, round: 0 }],
        deeds: [
          { kind: 'accepted', farmer: other, again: false },
          { kind: 'unheld', farmer: other },
        ],
      })
  })

  test('pays all entries alike where nobody ranked, and none where there is none', () => {
    const [first] = decide(open, decideContest[1], rulesAt(3 * day), { ...nothingKnown, entries: placed })
    expect(first?.event).toMatchObject({
      decided: 'silence',
      parts: [{ part: '3.333334' }, { part: '3.333333' }, {}],
    })
    given(open).when(decideContest).thenKinds(['contest-decided', 'closing'])
  })

  test('happens once', () => {
    given(paying)
      .when([4 * day, decideContest[1]], known)
      .then([])
    given(paying)
      .when([4 * day, { kind: 'dispute-ranking', by: farmer, reason: 'Mine.' }], known)
      .then(
        invalid(
          'A ranking can be disputed once, until its window ends: this contest is at the stage paying.',
        ),
      )
  })
})

describe('the one payment of the contract', () => {
  test('pays each winner exactly their part, and the prizes that go back to the giver', () => {
    given(proposed)
      .when(leaves('release'), known)
      .then(
        [
          { ...decided, paidTo: [farmer, other], refunded: '1' },
          accepted,
          paid(farmer, '3'),
          paid(other, '6'),
        ],
        {
          becomes: expect.anything(),
          postings: [
            books('refund:quest-1:prizes', '1', 'held', ['refunded', giver]),
            books(`release:quest-1:${farmer}`, '3', 'held', ['released', farmer]),
            books(`release:quest-1:${other}`, '6', 'held', ['released', other]),
          ],
          owed: [{ call: 'share', farmer: other, round: 0 }],
          notices: expect.anything(),
          deeds: expect.anything(),
        },
      )
    const { closed, contest, places, sums, tally } = after(proposed, leaves('release'), fixed)
    expect({ closed, places, sums }).toEqual({
      ...{ closed: 'completed', places: 2 },
      sums: { promised: 10n ** 19n, released: 9n * 10n ** 18n, refunded: 10n ** 18n },
    })
    expect(contest?.decided).toMatchObject({ because: 'ranked', paid: 2 })
    expect(tally).toMatchObject({ 'in-review': 0, released: 2 })
  })

  test('divides what the arbiter leaves of it as the account does', () => {
    given(proposed)
      .when(leaves('release', { amount: 5_000_001n, because: 'divide' }), known)
      .then([
        { ...decided, paidTo: [farmer, other], refunded: '5.5' },
        accepted,
        { ...paid(farmer, '1.5', 'split'), share: 5001 },
        { ...paid(other, '3', 'split'), share: 5001 },
      ])
  })

  test('is one part to a winner who paid in for the giver, and what goes back is no prize of theirs', () => {
    const sponsored: Quest = { ...proposed, deposit: { ...(proposed.deposit as Deposit), payer: farmer } }
    const merged = prizePayeesOf(sponsored, '1', begun.parts)
    expect(merged).toEqual({ payees: [farmer, other].toSorted(), parts: expect.any(Array) })
    expect(dividedAmong(merged, 10_000_000n)).toEqual(
      new Map([
        [farmer, 4_000_000n],
        [other, 6_000_000n],
      ]),
    )
    // They may be learned after the decision: the account pays as it was fixed.
    given(proposed)
      .when(leaves('release'), { known: { entries: fixed, payees: merged } })
      .then([
        { ...decided, paidTo: [farmer, other], refunded: '1' },
        accepted,
        paid(farmer, '3'),
        paid(other, '6'),
      ])
  })

  test('gives every part back where the contract does', () => {
    given(proposed)
      .when(leaves('refund', { because: 'resolve' }), known)
      .then([refundedContest, accepted, refunded(farmer, '3', 'resolved'), refunded(other, '6', 'resolved')])
    const { closed, sums } = after(proposed, leaves('refund'), fixed)
    expect(closed).toBe('cancelled')
    expect(sums).toEqual({ promised: 10n ** 19n, released: 0n, refunded: 10n ** 19n })
  })

  test('counts once, and waits where the money has not moved', () => {
    const ended = after(proposed, leaves('release'), fixed)
    given(ended).when(leaves('release'), known).then([])
    const waits = { kind: 'wait', farmer: other, side: 'farmer', because: 'approve', amount: each } as const
    given(proposed)
      .when(learn(waits, 4 * day), known)
      .then([])
  })

  test('is proposed again where its giver returns it, and neither returned nor conceded here', () => {
    given(proposed)
      .when(learn({ kind: 'return', farmer: other }, 4 * day), known)
      .then([{ kind: 'proposed-again', farmer: other, reviewEndsAt: at(6 * day) }], {
        becomes: expect.anything(),
        notices: [loud('quest', 'In review again', giver, other)],
        owed: [{ call: 'propose', farmer: other, round: 1 }],
        dropped: [
          { call: 'propose', farmer: other, round: 0 },
          { call: 'verify', farmer: other, round: 0 },
        ],
      })
  })

  test('ends with the funds where its giver took them back before it was proposed', () => {
    given(paying)
      .when(learn({ kind: 'refund', farmer: null, amount: each }, 4 * day), known)
      .then([
        refundedContest,
        accepted,
        refunded(farmer, '3', 'funds-gone'),
        refunded(other, '6', 'funds-gone'),
      ])
    given(paying)
      .when([4 * day, { kind: 'strand', by: null, farmer: other }], known)
      .thenKinds(['contest-decided', 'accepted', 'refunded', 'refunded'])
  })
})

test('the prizes are neither returned nor conceded here, and no merge proves them', () => {
  const refusal = invalid(
    'The prizes of this contest are fixed, and are one payment: the giver approves or disputes all of them together.',
  )
  given(proposed)
    .when([4 * day, { kind: 'return', by: giver, farmer: other, note: 'a hinge' }], known)
    .then(refusal)
  const disputed = after(
    proposed,
    learn({ kind: 'dispute', farmer: other, settlesAt: at(18 * day) }, 4 * day),
    fixed,
  )
  given(disputed)
    .when([5 * day, { kind: 'concede', by: other }], known)
    .then(refusal)
  const facts = { repoKey: 'farm/gate', pullRequest: 7, facts: null }
  given(proposed)
    .when([4 * day, { kind: 'prove', by: null, farmer: other, ...facts }], known)
    .then(invalid('The prizes of a contest are for its entries: no merge proves them.'))
})

describe('prizes that their giver takes back from the contract', () => {
  test('are told to every entrant, and end the contest once they are gone', () => {
    given(open)
      .when(learn({ kind: 'notice', endsAt: at(8 * day) }), { known: { entries: placed } })
      .then([{ kind: 'notice-given', endsAt: at(8 * day), entrants: [farmer, other, stranger] }], {
        becomes: { deposit: { noticeEndsAt: at(8 * day) } },
        notices: [loud('quest', 'The prizes are called back', farmer, other, stranger)],
      })
    given(ranked)
      .when(learn({ kind: 'refund', farmer: null, amount: each }), { known: { entries: placed } })
      .then([
        {
          kind: 'contest-decided',
          ...{ decided: 'funds-gone', winners: 0, paidTo: [], refunded: '10' },
          others: [farmer, other, stranger],
        },
        { kind: 'places-returned', places: 1 },
      ])
  })
})

test('an account divides any amount to the unit, and its own sum exactly by the parts', () => {
  const people = [farmer, other, stranger, giver].toSorted()
  const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 24n }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(parts, fc.bigInt({ min: 0n, max: 10n ** 24n }), (units, amount) => {
      const payees = { payees: people.slice(0, units.length), parts: units }
      const sum = (values: Iterable<bigint>) => [...values].reduce((all, one) => all + one, 0n)
      expect(sum(dividedAmong(payees, amount).values())).toBe(amount)
      expect([...dividedAmong(payees, sum(units)).values()]).toEqual(units)
    }),
  )
})

covers([], ['payout-begun'])
