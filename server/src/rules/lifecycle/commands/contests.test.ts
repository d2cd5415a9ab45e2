import { describe, expect, test } from 'vitest'
import { forbidden, given, invalid, loud, quiet } from '../../../../test/given.ts'
import { covers, noteRefused } from '../../../../test/played.ts'
import {
  accept,
  arbiter,
  at,
  farmer,
  giver,
  other,
  posted,
  rulesAt,
  type Step,
  stranger,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'
import type { Contest, Entry } from '../contest.ts'
import { payEvenly, payRanked, sumOf } from '../contest.ts'
import { rankByVotes } from '../contest-votes.ts'
import { decide } from '../decide.ts'
import { requireMayEnter, requireTakesEntries } from '../entering.ts'
import { newcomer } from '../ladder.ts'
import type { Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { nothingKnown } from '../rules.ts'

const contest: Contest = {
  prizes: ['6', '4'],
  entriesUntil: at(day),
  decideUntil: at(3 * day),
  maxEntries: 500,
  sealed: false,
  rankBy: 'giver',
  counted: null,
  entries: 2,
  ranking: null,
  disputeEndsAt: null,
  payout: null,
  decided: null,
}
const open: Quest = {
  ...posted,
  places: 1,
  deadline: at(day),
  sums: { ...posted.sums, promised: 10n ** 19n },
  contest,
}
const entryOf = (by: Entry['farmer'], change: Partial<Entry> = {}): Entry => ({
  ...{ farmer: by, account: null, at: at(0), hidden: false, prize: null, part: null, votes: 0 },
  ...change,
})
const entries = [entryOf(farmer), entryOf(other)]
const known = { known: { entries } }
const winner = { farmer, prize: 1, word: null }
const back = { prize: 2, reason: 'None.' }
const rank = (passed = day, by = giver, winners = [winner], returned = [back]): Step => [
  passed,
  { kind: 'rank', by, winners, returned },
]
const disputeRanking = (passed = day + 1, by = other): Step => [
  passed,
  { kind: 'dispute-ranking', by, reason: 'Mine opens it.' },
]
const resolveRanking = (passed = 2 * day, by = arbiter, anew = false): Step => [
  passed,
  {
    ...{ kind: 'resolve-ranking', by, reason: 'I opened them.' },
    ranking: anew ? { winners: [{ ...winner, farmer: other }], returned: [back] } : null,
  },
]
const decideContest = (passed: number): Step => [passed, { kind: 'decide-contest', by: null }]
const rankedEvent = {
  kind: 'ranked',
  rankedBy: 'giver',
  endsAt: at(3 * day),
  ranking: [winner],
  returned: [back],
  others: [other],
} as const
const ranking = { by: 'giver', at: at(day), endsAt: at(3 * day), returned: [2] } as const
const ranked: Quest = { ...open, contest: { ...contest, ranking } }
const disputed: Quest = { ...ranked, contest: { ...contest, ranking, disputeEndsAt: at(15 * day + 1) } }
const placed = { known: { entries: [entryOf(farmer, { prize: 1 }), entryOf(other)] } }

describe('rank', () => {
  test('says who wins what, tells every entrant, and moves no money', () => {
    given(open)
      .when(rank(), known)
      .then([rankedEvent], {
        becomes: { contest: { ranking } },
        notices: [
          quiet('quest', 'Your entry is ranked', farmer),
          quiet('quest', 'The entries are ranked', other),
        ],
      })
  })

  test('is refused to others, before and after its time, and of no contest', () => {
    given(open).when(rank(day, other), known).then(forbidden("Only the quest's giver may do this."))
    given(open)
      .when(rank(1), known)
      .then(
        invalid(
          'The entries of a contest can be ranked once, after entriesUntil: this contest is at the stage entries; it takes entries until 2030-01-02T00:00:00.000Z.',
        ),
      )
    given(open)
      .when(rank(3 * day), known)
      .then(invalid('The time to rank these entries is over: all of them are paid alike.'))
    given(posted).when(rank(), known).then(invalid('This quest is no contest.'))
  })

  test('gives each prize to entries or back, once, and no entry two', () => {
    const cases: readonly (readonly [Step, string])[] = [
      [rank(day, giver, [{ ...winner, farmer: stranger }]), `${stranger} has no entry here that could win.`],
      [
        rank(day, giver, [winner, { ...winner, prize: 2 }], []),
        `${farmer} is ranked twice: an entry wins one prize.`,
      ],
      [rank(day, giver, [{ ...winner, prize: 3 }]), 'There are 2 prizes, numbered from 1.'],
      [rank(day, giver, [winner], [back, back]), 'A prize is returned once.'],
      [
        rank(day, giver, [winner], []),
        'Prize 2 is missing: give it to an entry, or return it with a reason.',
      ],
      [
        rank(day, giver, [winner], [back, { ...back, prize: 1 }]),
        'Prize 1 is won and returned: it is one of the two.',
      ],
    ]
    for (const [step, sentence] of cases) given(open).when(step, known).then(invalid(sentence))
  })
})

describe('dispute-ranking', () => {
  test('holds the prizes for the arbiter, and tells everybody', () => {
    given(ranked)
      .when(disputeRanking(), placed)
      .then(
        [
          {
            kind: 'ranking-disputed',
            reason: 'Mine opens it.',
            disputeEndsAt: at(15 * day + 1),
            entrants: [farmer, other],
          },
        ],
        {
          becomes: { contest: { disputeEndsAt: at(15 * day + 1) } },
          notices: [loud('dispute', 'Ranking disputed', giver, farmer, arbiter)],
        },
      )
  })

  test('is for entrants alone, within the window, and once', () => {
    const outsider = 'Only those whose entry stands in this contest may dispute its ranking.'
    given(ranked)
      .when(disputeRanking(day + 1, stranger), placed)
      .then(invalid(outsider))
    given(ranked)
      .when(disputeRanking(3 * day), placed)
      .then(invalid('The time to dispute this ranking is over.'))
    given(disputed)
      .when(disputeRanking(), placed)
      .then(
        invalid(
          'A ranking can be disputed once, until its window ends: this contest is at the stage disputed.',
        ),
      )
  })
})

describe('resolve-ranking', () => {
  test('upholds the ranking, or makes another, and pays at once', () => {
    const kinds = ['contest-decided', 'accepted', 'released'] as const
    given(disputed).when(resolveRanking(), placed).thenKinds(kinds)
    given(disputed)
      .when(resolveRanking(2 * day, arbiter, true), placed)
      .thenKinds(['ranked', ...kinds])
  })

  test('is for the arbiter, of a disputed ranking', () => {
    given(disputed)
      .when(resolveRanking(2 * day, giver), placed)
      .then(forbidden('Only the platform wallet may resolve a dispute.'))
    given(ranked)
      .when(resolveRanking(), placed)
      .then(invalid('Only a disputed ranking can be resolved: this contest is at the stage ranked.'))
  })
})

describe('decide-contest', () => {
  test('does nothing before its time', () => {
    given(open)
      .when(decideContest(3 * day - 1), known)
      .then([])
    given(ranked)
      .when(decideContest(3 * day - 1), placed)
      .then([])
    given(posted)
      .when(decideContest(3 * day), placed)
      .then([])
  })

  test('gives everything back where nobody has entered', () => {
    given(open)
      .when(decideContest(3 * day))
      .then(
        [
          {
            kind: 'contest-decided',
            decided: 'no-entries',
            winners: 0,
            paidTo: [],
            refunded: '10',
            others: [],
          },
          { kind: 'places-returned', places: 1 },
        ],
        {
          becomes: {
            ...{ closed: 'cancelled', returned: 1, sums: { refunded: 10n ** 19n } },
            contest: { decided: { because: 'no-entries', at: at(3 * day), paid: 0 } },
          },
          notices: [quiet('quest', 'Contest decided', giver)],
          postings: [
            {
              ...{ id: 'close:quest-1', questId: 'quest-1', token: 'USDC', units: 10n ** 19n },
              ...{ from: { account: 'held', party: giver }, to: { account: 'refunded', party: giver } },
            },
          ],
        },
      )
  })

  test('pays the ranking that nobody disputed, and the one whose dispute nobody decided', () => {
    for (const [quest, passed] of [
      [ranked, 3 * day],
      [disputed, 15 * day + 1],
    ] as const)
      given(quest)
        .when(decideContest(passed), placed)
        .then([
          {
            ...{ kind: 'contest-decided', decided: 'ranked', winners: 1, paidTo: [farmer] },
            ...{ refunded: '4', others: [other] },
          },
          { kind: 'accepted', farmer, account: null, expiresAt: at(passed), idleAt: at(passed) },
          {
            ...{ kind: 'released', farmer, because: 'approved', paid: '6', refunded: '0' },
            ...{ backing: 'idle', counts: false },
          },
        ])
  })
})

describe('a contest that members rank', () => {
  const byVotes: Contest = { ...contest, rankBy: 'votes' }
  const voted: Quest = { ...open, contest: byVotes }
  const counted = { ballots: 2, cast: 5, total: 10, quorum: 50 }
  const ballots = {
    known: { entries: [entryOf(farmer, { votes: 2 }), entryOf(other, { votes: 5 })], ballots: counted },
  }

  test('is not ranked by its giver', () => {
    given(voted)
      .when(rank(), known)
      .then(
        invalid(
          'The members of the community rank the entries of this contest by their ballots: its giver does not.',
        ),
      )
  })

  test('is ranked by the power of its ballots once their time is over, and can be disputed as any other', () => {
    const second = { farmer, prize: 2, word: null }
    given(voted)
      .when(decideContest(3 * day), ballots)
      .then(
        [
          {
            ...{ kind: 'ranked', rankedBy: 'members', endsAt: at(5 * day), counted },
            ...{ ranking: [{ farmer: other, prize: 1, word: null }, second], returned: [], others: [] },
            votes: [
              { farmer, votes: 2 },
              { farmer: other, votes: 5 },
            ],
          },
        ],
        {
          becomes: {
            contest: {
              counted,
              ranking: { by: 'members', at: at(3 * day), endsAt: at(5 * day), returned: [] },
            },
          },
          notices: [
            quiet('quest', 'Your entry is ranked', other),
            quiet('quest', 'Your entry is ranked', farmer),
          ],
        },
      )
  })

  test('is paid in equal parts where too few vote, or nobody', () => {
    for (const cast of [4, 0])
      given(voted)
        .when(decideContest(3 * day), {
          known: { ...ballots.known, ballots: { ...counted, cast, quorum: cast === 0 ? 0 : 50 } },
        })
        .thenKinds(['contest-decided', 'accepted', 'released', 'accepted', 'released'])
  })

  test('shares as many prizes among equals as they are, and gives those back that no ballot is for', () => {
    const prizes = ['500', '200', '50']
    const money = { prizes, token: 'USDC' }
    const voteOn = (...votes: readonly number[]) => {
      const some = votes.map((own, index) =>
        entryOf([farmer, other, stranger, arbiter][index] ?? giver, { votes: own }),
      )
      const { winners, returned } = rankByVotes({ prizes }, some)
      const prizeOf = (by: Entry['farmer']) => winners.find(winner => winner.farmer === by)?.prize ?? null
      const placed = some.map(entry => ({ ...entry, prize: prizeOf(entry.farmer) }))
      const { prizes: paid, refunded } = payRanked(money, placed, true)
      const partOf = (by: Entry['farmer']) => paid.find(one => one.farmer === by)?.paid ?? '0'
      return [some.map(entry => partOf(entry.farmer)), refunded, returned.map(({ prize }) => prize)]
    }
    expect(voteOn(9, 9, 1)).toEqual([['350', '350', '50'], '0', []])
    expect(voteOn(9, 2, 2, 2)).toEqual([['500', '83.333334', '83.333333', '83.333333'], '0', []])
    expect(voteOn(0, 3, 0)).toEqual([['0', '500', '0'], '250', [2, 3]])
    expect(voteOn(0, 0)).toEqual([['0', '0'], '750', [1, 2, 3]])
    expect(voteOn(4, 3, 2, 1)).toEqual([['500', '200', '50', '0'], '0', []])
  })

  test('leaves hidden entries out, and their part to those who share it', () => {
    const tied = [entryOf(farmer, { prize: 1, hidden: true }), entryOf(other, { prize: 1 })]
    expect(payRanked({ prizes: ['6', '4'], token: 'USDC' }, tied, true)).toMatchObject({
      prizes: [{ farmer: other, paid: '10' }],
      refunded: '0',
    })
    const hidden = [entryOf(farmer, { votes: 9, hidden: true }), entryOf(other, { votes: 1 })]
    expect(rankByVotes(contest, hidden).winners).toEqual([{ farmer: other, prize: 1, word: null }])
  })

  test('is decided by the arbiter as they say, where it is disputed', () => {
    const ranking = { by: 'members', at: at(day), endsAt: at(3 * day), returned: [] } as const
    const disputed = { ...voted, contest: { ...byVotes, ranking, disputeEndsAt: at(15 * day) } }
    const shared = { entries: [entryOf(farmer, { prize: 1 }), entryOf(other, { prize: 1 })] }
    const paidOf = ([passed, command]: Step) =>
      decide(disputed, command, rulesAt(passed), { ...nothingKnown, ...shared }).flatMap(({ event }) =>
        event.kind === 'released' ? [event.paid] : [],
      )
    expect(paidOf(resolveRanking())).toEqual(['5', '5'])
    expect(paidOf(resolveRanking(2 * day, arbiter, true))).toEqual(['6'])
  })
})

describe('an entry', () => {
  const entering = { by: farmer, via: null, again: false, accountEntered: false }
  const knownTo = { ...nothingKnown, applicant: newcomer }
  const enter = (quest: Quest, change: Partial<typeof entering> = {}, more = {}, passed = 0) =>
    requireMayEnter(quest, { ...entering, ...change }, rulesAt(passed), { ...knownTo, ...more })

  test('is taken from anybody who meets the requirements, until entriesUntil', () => {
    enter(open)
    enter(open, { again: true, accountEntered: true })
    const cases: readonly (readonly [() => void, string])[] = [
      [() => enter(open, { by: giver }), 'own-quest'],
      [() => enter(open, {}, { hadPart: true }), 'had-part-before'],
      [() => enter(open, {}, { isBlocked: true }), 'blocked-by-giver'],
      [() => enter(open, { accountEntered: true }), 'entered-already'],
      [() => enter({ ...open, contest: { ...contest, maxEntries: 2 } }), 'contest-full'],
      [() => enter({ ...open, hidden: true }), 'quest-hidden'],
      [() => enter(open, {}, {}, day), 'entries-closed'],
      [() => requireTakesEntries(open, rulesAt(day)), 'entries-closed'],
      [() => enter({ ...open, verifiedCodehost: true }), 'account-needed'],
    ]
    for (const [act, code] of cases) expect(refusalOf(act)).toMatchObject({ code })
  })

  test('takes no place', () => {
    given(open)
      .when(accept())
      .then(
        invalid(
          'This quest is a contest, and nobody takes a place in it: enter it (PUT /quests/entries) until entriesUntil.',
        ),
      )
  })
})

test('the parts of prizes are their sum, and the first entries have the units that are left', () => {
  const money = { prizes: ['0.000007', '0.000003'], token: 'USDC' }
  expect(sumOf(money)).toBe('0.00001')
  const three = [entryOf(farmer), entryOf(other), entryOf(stranger)]
  expect(payEvenly(money, three).prizes.map(({ paid }) => paid)).toEqual(['0.000004', '0.000003', '0.000003'])
  const shared = payRanked(money, [entryOf(farmer, { prize: 1 }), entryOf(other, { prize: 1 })])
  expect(shared).toMatchObject({ prizes: [{ paid: '0.000004' }, { paid: '0.000003' }], refunded: '0.000003' })
})

function refusalOf(act: () => void): Refusal | null {
  try {
    act()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    noteRefused(error)
    return error
  }
}

covers(['commands/contests.ts', 'entering.ts'], ['ranked', 'ranking-disputed', 'contest-decided'])
