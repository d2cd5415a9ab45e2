import { divideAmount } from '@furrow/sdk/amount'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { books, changed, forbidden, given, invalid, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  approve,
  at,
  dispute,
  facts,
  farmer,
  giver,
  other,
  posted,
  prove,
  rulesAt,
  type Step,
  stranger,
  submit,
  ways,
  withdraw,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'
import { toLedger } from '../../ledger/amounts.ts'
import { decide } from '../decide.ts'
import { effectsOf } from '../effects.ts'
import { newcomer } from '../ladder.ts'
import { type Live, liveWork, type Quest } from '../quest.ts'
import { noTeam } from '../team.ts'

const shares = [
  { address: other, share: 3_334 },
  { address: farmer, share: 3_333 },
  { address: stranger, share: 3_333 },
]
const share = (given: typeof shares = shares, by = farmer, passed = 1): Step => [
  passed,
  { kind: 'share', by, shares: given },
]
const agree = (by = other, part = 3_334, of = farmer): Step => [
  1,
  { kind: 'agree-to-share', by, farmer: of, share: part },
]
const refuse = (by = other, passed = 1): Step => [passed, { kind: 'refuse-share', by, farmer }]
const shared = [accept(), share()]
const agreed = [...shared, agree(), agree(stranger, 3_333)]
const ended = (why: 'changed' | 'refused' | 'not-agreed' | 'place-over') =>
  ({ kind: 'share-ended', farmer, ended: why }) as const
const nobody = { team: { members: [] } }
const account = 'account-2'

describe('share', () => {
  test('names the members, tells them, and moves no money', () => {
    const members = shares.map(one => ({
      ...{ ...one, account: null },
      agreedAt: one.address === farmer ? at(1) : null,
    }))
    given(posted, accept())
      .when(share())
      .then([{ kind: 'place-shared', farmer, shares }], {
        becomes: { work: { [farmer]: { team: { members, times: 1 } } } },
        notices: [quiet('quest', 'A share for you', other), quiet('quest', 'A share for you', stranger)],
      })
  })

  test('takes the place of an earlier share, to which nobody has agreed any more', () => {
    const again = [...agreed, share(shares.toReversed())].reduce(act, posted)
    const { members, times } = liveWork(again, farmer)?.team ?? noTeam
    expect(times).toBe(2)
    expect(members.map(({ agreedAt }) => agreedAt)).toEqual([null, at(1), null])
  })

  test('with nobody ends it, once', () => {
    given(posted, ...agreed)
      .when(share([]))
      .then([ended('changed')], {
        becomes: { work: { [farmer]: nobody } },
        notices: [quiet('quest', 'Shared no more', other, stranger)],
      })
    given(posted, accept()).when(share([])).then([])
  })

  test.each([
    ['A team has two to 10 members.', [{ address: farmer, share: 10_000 }]],
    ['Nobody has two shares.', [...shares, { address: other, share: 1 }]],
    [
      'The farmer of the place has a share too: give the place back to have none.',
      [other, stranger].map(address => ({ address, share: 5_000 })),
    ],
    [
      'The giver of the quest cannot be paid for it.',
      [farmer, giver].map(address => ({ address, share: 5_000 })),
    ],
    [
      'A share is more than nothing.',
      [farmer, other].map((address, of) => ({ address, share: of * 10_000 })),
    ],
    ['The shares are exactly 1 in sum.', [farmer, other].map(address => ({ address, share: 4_999 }))],
  ])('is refused: %s', (sentence, given_) => {
    given(posted, accept()).when(share(given_)).then(invalid(sentence))
  })

  test('is refused an eleventh time, and with somebody who has a place of their own', () => {
    given(posted, accept(), ...Array.from({ length: 10 }, () => share()))
      .when(share())
      .then(invalid('You have shared this place 10 times, which is the most.'))
    given(posted, accept(), accept(other))
      .when(share())
      .then(invalid(`${other} cannot share in this place: there is another of this wallet in the quest.`))
  })

  const frozen = invalid('The work of this place was handed in: its shares do not change any more.')
  const back: Step = [2, { kind: 'return', by: giver, farmer, note: 'The hinge is missing.' }]
  test.each([
    ['handed in', ways['in-review']],
    ['returned', [...ways['in-review'], back]],
    ['over', ways.released],
  ])('is refused for work that is %s', (_, way) => {
    given(posted, ...way)
      .when(share())
      .then(frozen)
  })

  test('is refused for somebody without a place', () => {
    given(posted, accept())
      .when(share(shares, other))
      .then(invalid(`${other} has no place in this quest.`))
  })
})

describe('agree-to-share', () => {
  const known = { applicant: { ...newcomer, account } }

  test('pins the account of the member, and tells the farmer', () => {
    given(posted, ...shared)
      .when(agree(), { known })
      .then([{ kind: 'share-agreed', farmer, member: other, account }], {
        becomes: {
          work: {
            [farmer]: {
              team: {
                members: [
                  { address: other, share: 3_334, account, agreedAt: at(1) },
                  { address: farmer, share: 3_333, account: null, agreedAt: at(1) },
                  { address: stranger, share: 3_333, account: null, agreedAt: null },
                ],
              },
            },
          },
        },
        notices: [quiet('quest', 'Share agreed', farmer)],
      })
  })

  test('tells the giver too once nobody is missing, and changes nothing a second time', () => {
    given(posted, ...shared, agree())
      .when(agree(stranger, 3_333))
      .then([{ kind: 'share-agreed', farmer, member: stranger, account: null }], {
        becomes: {
          work: {
            [farmer]: { team: { members: liveWork(agreed.reduce(act, posted), farmer)?.team.members } },
          },
        },
        notices: [quiet('quest', 'Share agreed', farmer, giver)],
      })
    given(posted, ...agreed)
      .when(agree())
      .then([])
  })

  test('is for the share as it was read, and for those who are named', () => {
    given(posted, ...shared)
      .when(agree(other, 3_333))
      .then(changed('Your share is another one now: read the quest again.'))
    given(posted, ...shared)
      .when(agree(giver))
      .then(forbidden('The reward of this place is not shared with you.'))
  })

  test('is refused to those who have, or had, a part in the quest, and whom its giver blocked', () => {
    given(posted, ...shared, accept(other))
      .when(agree())
      .then(invalid('You cannot share in this place: there is another of this wallet in the quest.'))
    const sentence = `${other} shares in another place of this quest, and can have no second part in it.`
    given(posted, ...shared)
      .when(agree(), { known: { teamHere: giver } })
      .then(invalid(sentence))
    given(posted, ...shared)
      .when(agree(), { known: { hadPart: true } })
      .then(invalid('This wallet had a part in this quest before its account was deleted.'))
    given(posted, ...shared)
      .when(agree(), { known: { isBlocked: true } })
      .then(forbidden('The giver of this quest takes no work from you.'))
    given(posted, ...agreed)
      .when(accept(other))
      .then(invalid(sentence))
  })
})

describe('refuse-share', () => {
  test('ends the share for everybody', () => {
    given(posted, ...agreed)
      .when(refuse())
      .then([ended('refused')], {
        becomes: { work: { [farmer]: nobody } },
        notices: [quiet('quest', 'Shared no more', stranger, farmer)],
      })
  })

  test('is for members, before the work is handed in', () => {
    given(posted, ...shared)
      .when(refuse(giver))
      .then(forbidden('The reward of this place is not shared with you.'))
    given(posted, ...agreed, submit())
      .when(refuse())
      .then(invalid('The work of this place was handed in: its shares do not change any more.'))
  })
})

describe('a shared place', () => {
  const releasedTo = (member: typeof farmer, paid: string, part: number) =>
    ({
      kind: 'share-released',
      ...{ farmer: member, of: farmer, part, paid, counts: true },
      because: 'approved',
      backing: 'recorded',
    }) as const
  const deed = { giver, token: 'USDC', counts: true, recorded: true, source: null } as const
  const worth = {
    ...{ backing: 'recorded', counts: true, countedAt: null, payment: null, denial: null, word: null },
    remindAt: at(2) + day,
  }
  const part = (member: typeof farmer, paid: string, part: number) => ({
    ...{
      farmer: member,
      status: 'released',
      acceptedAt: at(0),
      endedAt: at(2),
      decidedFor: null,
      paid,
      worth,
    },
    ...{ ending: { because: 'approved', reason: null, share: null }, unpaid: null, reclaimedAt: null },
    ...{ of: farmer, part },
  })

  test('pays each member, the last unit to the first, and the farmer with them', () => {
    const { farmer: _, status, ...own } = part(farmer, '3.333', 3_333)
    const { acceptedAt, ...changedOwn } = own
    given(posted, ...agreed, submit())
      .when(approve())
      .then(
        [
          releasedTo(other, '3.334', 3_334),
          releasedTo(stranger, '3.333', 3_333),
          {
            ...{ kind: 'released', farmer, because: 'approved', paid: '3.333', refunded: '0' },
            ...{ part: 3_333, backing: 'recorded', counts: true },
          },
        ],
        {
          becomes: {
            tally: { 'in-review': 0, released: 1 },
            sums: { released: toLedger('10') },
            work: {
              [other]: part(other, '3.334', 3_334),
              [stranger]: part(stranger, '3.333', 3_333),
              [farmer]: { ...changedOwn, status, of: null },
            },
          },
          postings: [[other, '3.334'] as const, [stranger, '3.333'] as const, [farmer, '3.333'] as const].map(
            ([member, amount]) =>
              books(`release:quest-1:${farmer}:${member}`, amount, 'held', ['released', member]),
          ),
          notices: [
            quiet('payment', 'Share released', other),
            quiet('payment', 'Share released', stranger),
            quiet('payment', 'Released', farmer),
          ],
          deeds: [
            { kind: 'shared', farmer: other, again: false },
            { ...deed, kind: 'released', farmer: other, place: farmer, amount: '3.334', share: 3_334 },
            { kind: 'shared', farmer: stranger, again: false },
            { ...deed, kind: 'released', farmer: stranger, place: farmer, amount: '3.333', share: 3_333 },
            { ...deed, kind: 'released', farmer, amount: '3.333', share: 3_333 },
          ],
        },
      )
  })

  test('is divided by giver and farmer first, and its part by the team', () => {
    const quest = [
      ...[
        ...agreed,
        submit(),
        dispute(),
        [3, { kind: 'propose-part', by: farmer, farmer, share: 5_000, note: null }],
      ],
      [4, { kind: 'agree', by: giver, farmer, share: 5_000 }],
    ].reduce((quest, step) => act(quest, step as Step), posted)
    expect([other, farmer, stranger].map(member => paidTo(quest, member))).toEqual([
      '1.667',
      '1.6665',
      '1.6665',
    ])
    expect(quest.sums).toMatchObject({ released: toLedger('5'), refunded: toLedger('5') })
  })

  test('is handed in when all have agreed, and proved by a merge of any of them', () => {
    given(posted, ...shared, agree())
      .when(submit())
      .then(
        invalid(
          'Not everybody has agreed to the shares of this place: wait for them, or share it otherwise or with nobody, and hand the work in then.',
        ),
      )
    const pinned: Quest = withAccount(agreed.reduce(act, posted))
    given(pinned).when(prove()).thenKinds(['merged'])
    given(pinned)
      .when(prove(1, { ...facts, authorId: 'somebody' }))
      .thenKinds(['account-pinned', 'merged'])
  })

  test('gives nobody a proof of a merge that they made, or of one in their own repository', () => {
    const pinned = withAccount(agreed.reduce(act, posted))
    const proofs = (change: Partial<typeof facts>) => {
      const proved = act(pinned, prove(1, { ...facts, ...change }))
      const steps = decide(proved, approve()[1], rulesAt(2))
      return steps.flatMap(({ event }) =>
        'backing' in event ? [[event.farmer, event.backing] as const] : [],
      )
    }
    const of = (backing: string) => [
      [other, backing],
      [stranger, 'merge'],
      [farmer, 'merge'],
    ]
    expect(proofs({})).toEqual(of('merge'))
    expect(proofs({ mergedById: account })).toEqual(of('own-merge'))
    expect(proofs({ ownerId: account })).toEqual(of('own-merge'))
  })

  test('is a finished piece of work of its farmer, and of members with a quarter of it', () => {
    const small = [
      { address: farmer, share: 1 },
      { address: other, share: 2_499 },
      { address: stranger, share: 7_500 },
    ]
    const quest = [accept(), share(small), agree(other, 2_499), agree(stranger, 7_500), submit()].reduce(
      act,
      posted,
    )
    const steps = decide(quest, approve()[1], rulesAt(2))
    const deeds = steps.flatMap(({ before, event }) => effectsOf(before, event, rulesAt(2), giver).deeds)
    expect(
      deeds.flatMap(deed => (deed.kind === 'released' ? [[deed.farmer, deed.partial ?? false]] : [])),
    ).toEqual([
      [other, true],
      [stranger, false],
      [farmer, false],
    ])
  })

  test('is its farmer’s alone where it is proved, or accepted, before all have agreed', () => {
    const merged = given(posted, ...shared, agree()).when(prove(1, null))
    merged.thenKinds(['share-ended', 'merged'])
    given(posted, ...shared)
      .when([2, { kind: 'complete', by: giver }])
      .thenKinds(['share-ended', 'released', 'closed', 'places-returned'])
  })

  test.each([
    ['given back', withdraw(2), []],
    ['expired', [15 * day, { kind: 'expire', by: null, farmer }] as Step, []],
    ['refunded', [4, { kind: 'concede', by: farmer }] as Step, [submit(), dispute()]],
  ] as const)('ends with its place: %s', (_, step, way) => {
    const [passed, command] = step
    const steps = decide([...agreed, ...way].reduce(act, posted), command, rulesAt(passed))
    expect(steps[0]?.event).toEqual(ended('place-over'))
    expect(steps.at(-1)?.after.work.has(other)).toBe(false)
  })

  test('pays all that is released, to the unit, whatever the shares and the amount', () => {
    const parts = fc
      .array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 9 })
      .map(some => [10_000 - some.reduce((sum, one) => sum + one, 0), ...some])
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(units => String(units))
    fc.assert(
      fc.property(parts, amounts, fc.constantFrom('USDC', 'ETH', 'WBTC'), (shares, digits, token) => {
        const amount = `${digits.slice(0, -6) || '0'}.${digits.slice(-6).padStart(6, '0')}`
        const divided = divideAmount(amount, token, shares).map(toLedger)
        expect(divided.reduce((sum, one) => sum + one, 0n)).toBe(toLedger(amount))
        const unit = 10n ** BigInt(18 - { USDC: 6, ETH: 18, WBTC: 8 }[token])
        for (const [index, one] of divided.entries()) {
          const exact = toLedger(amount) * BigInt(shares[index] ?? 0)
          const off = one * 10_000n - exact
          if (index > 0) expect(off <= 0n && off > -10_000n * unit).toBe(true)
          else expect(off >= 0n - 10_000n * unit && off < 10_000n * unit * BigInt(shares.length)).toBe(true)
        }
      }),
    )
  })

  test('leaves the part of a member who has a place of their own by then to its farmer', () => {
    const handedIn = [...agreed, submit()].reduce(act, posted)
    const own = liveWork(act(posted, accept(other)), other) as Live
    const quest = { ...handedIn, work: new Map(handedIn.work).set(other, own) }
    const paid = decide(quest, approve()[1], rulesAt(2)).map(({ event }) => event)
    expect(paid).toMatchObject([
      { kind: 'share-released', farmer: stranger, paid: '3.333', part: 3_333 },
      { kind: 'released', farmer, paid: '6.667', part: 6_667 },
    ])
  })

  test('is paid by the window, and its giver told of the whole', () => {
    const quest = [...agreed, submit()].reduce(act, posted)
    const rules = rulesAt(3 * day)
    const steps = decide(quest, { kind: 'window-over', by: null, farmer }, rules)
    const letters = steps.flatMap(({ before, event }) => effectsOf(before, event, rules, null).notices)
    expect(
      letters.filter(({ key }) => key === 'released').map(({ to, values }) => [to, values]),
    ).toMatchObject([
      [[farmer], { paid: '3.333' }],
      [[giver], { paid: '10' }],
    ])
  })
})

function paidTo({ work }: Quest, member: typeof farmer): string | null {
  const part = work.get(member)
  return part !== undefined && 'paid' in part ? part.paid : null
}

/** The account of one member, as their agreement pins it. */
function withAccount(quest: Quest): Quest {
  const work = liveWork(quest, farmer)
  if (work === null) return quest
  const members = work.team.members.map(one => (one.address === other ? { ...one, account } : one))
  return { ...quest, work: new Map(quest.work).set(farmer, { ...work, team: { ...work.team, members } }) }
}

covers(['commands/sharing.ts'], ['place-shared', 'share-agreed', 'share-ended', 'share-released'])
