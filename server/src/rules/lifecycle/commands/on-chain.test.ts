import { describe, test } from 'vitest'
import { books, given, loud, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  arbiter,
  at,
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
  stranger,
  submit,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'
import type { ChainHappening, PaidBecause } from '../chain-event.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Quest, RefundedBecause, ReleasedBecause, Side } from '../quest.ts'

const one = 10n ** 18n
const each = 10_000_000n
const { deposit } = funded()
const token = deposit?.token ?? giver
const unfunded = funded({ status: 'unfunded' })
const working = [accept(), submit(), proposed]
const disputed = [...working, disputedOnChain]

const released = (because: ReleasedBecause, more: object = {}): QuestEvent => ({
  ...{ kind: 'released', farmer, because, paid: '10', refunded: '0', backing: 'chain', counts: true },
  ...more,
})
const refunded = (because: RefundedBecause, more: object = {}): QuestEvent => ({
  ...{ kind: 'refunded', farmer, because, refunded: '10' },
  ...more,
})
const leave = (
  kind: 'release' | 'refund',
  { because = null, amount = each }: { because?: PaidBecause; amount?: bigint } = {},
): Step => learn({ kind, farmer, because, amount }, 5)
const wait = (side: Side, amount: bigint, because: PaidBecause = 'divide'): Step =>
  learn({ kind: 'wait', farmer, side, because, amount }, 5)

describe('a deposit', () => {
  const paid = { token, amountEach: each, slots: 2 }

  test('that the quest needs funds it, and the promise is booked', () => {
    given(unfunded)
      .when([1, { kind: 'take-deposit', by: giver, ...paid }])
      .then([{ kind: 'funded' }], {
        becomes: { deposit: { status: 'funded' } },
        postings: [books('promise:quest-1', '20', 'promised', ['held', giver])],
        notices: [quiet('payment', 'Funded', giver)],
      })
    given(unfunded)
      .when(learn({ kind: 'fund', ...paid }))
      .then([{ kind: 'funded' }])
  })

  const misfunded = (paidEach: bigint, of: typeof token, count: number) => ({
    kind: 'misfunded' as const,
    problem: problem(paidEach, of, count),
    paid: { token: of, each: String(paidEach), places: count },
    needed: { token, each: String(each), places: 2 },
  })

  const problem = (each: bigint, of: string, count: number) =>
    `The deposit on chain is ${each} of ${of} for each of ${count} places; the quest needs 10000000 of ${token} for each of 2 places. It is given back: call refund with the wallet that paid it in, and post the quest again.`

  test('that it does not need is closed, and given back', () => {
    given(unfunded)
      .when([1, { kind: 'take-deposit', by: giver, ...paid, amountEach: 1n }])
      .then([misfunded(1n, token, 2)], {
        becomes: { deposit: { problem: problem(1n, token, 2), closing: true } },
        notices: [quiet('payment', 'Not funded', giver)],
        owed: [{ call: 'close', farmer: null }],
      })
    given(unfunded)
      .when(learn({ kind: 'fund', ...paid, token: giver }))
      .then([misfunded(each, giver, 2)])
    given(unfunded)
      .when(learn({ kind: 'fund', ...paid, slots: 3 }))
      .then([misfunded(each, token, 3)])
  })

  test.each([
    ['is funded already', funded()],
    ['had a wrong one before', funded({ status: 'unfunded', problem: 'It is too little.' })],
    ['is kept in the ledger', posted],
  ])('counts for nothing where the quest %s', (_, quest) => {
    given(quest)
      .when([1, { kind: 'take-deposit', by: giver, ...paid }])
      .then([])
  })
})

describe('a report of the contract', () => {
  const event: ChainHappening = { kind: 'propose', farmer, reviewEndsAt: at(5 * day) }
  const mirror: Step = [
    2,
    { kind: 'mirror', by: null, event: { ...event, hash: '0x1', logIndex: 0, block: 1, at: at(2) } },
  ]
  const happened: QuestEvent = { kind: 'proposed', farmer, reviewEndsAt: at(5 * day) }

  test('counts once', () => {
    given(funded(), accept(), submit()).when(mirror).then([happened])
    given(funded(), accept(), submit())
      .when(mirror, { known: { mirrored: true } })
      .then([])
  })

  test('of a ruling changes nothing where a later one about it came before', () => {
    const ruled = (share: number, block: number, logIndex: number): Step => [
      4,
      {
        kind: 'mirror',
        by: null,
        event: {
          ...{ kind: 'rule', farmer, share, payableAt: at(9 * day), paused: false },
          ...{ hash: `0x${block}`, logIndex, block, at: at(4) },
        },
      },
    ]
    const told = [accept(), submit(), proposed, disputedOnChain, ruled(5_000, 7, 3)]
    for (const [block, logIndex] of [
      [6, 9],
      [7, 2],
    ] as const)
      given(funded(), ...told)
        .when(ruled(2_500, block, logIndex))
        .then([])
    for (const [block, logIndex] of [
      [7, 4],
      [8, 0],
    ] as const)
      given(funded(), ...told)
        .when(ruled(2_500, block, logIndex))
        .thenKinds(['ruled'])
  })

  test('that work was proposed sets when its review ends', () => {
    given(funded(), accept(), submit())
      .when(learn(event))
      .then([happened], { becomes: { work: { [farmer]: { proposed: true, endsAt: at(5 * day) } } } })
    given(funded(), ...working)
      .when(learn(event))
      .then([])
  })

  test('that the attester signed for the work is kept, once, until it is proposed anew', () => {
    const signed: QuestEvent = { kind: 'attested', farmer }
    given(funded(), ...working)
      .when(learn({ kind: 'attest', farmer }))
      .then([signed], { becomes: { work: { [farmer]: { attested: true } } } })
    given(funded(), ...working, learn({ kind: 'attest', farmer }))
      .when(learn({ kind: 'attest', farmer }))
      .then([])
  })

  test.each(['approve', 'resolve', 'settle', 'divide', 'concede'] as const)(
    'that is a remark of a payment changes nothing: %s',
    kind => {
      given(funded(), ...working)
        .when(learn({ kind, farmer }))
        .then([])
      given(funded()).when(learn({ kind, farmer })).then([])
    },
  )

  test('that it is closed changes nothing', () => {
    given(funded(), ...working)
      .when(learn({ kind: 'close' }))
      .then([])
  })

  test('of a dispute or a return that is known changes nothing', () => {
    given(funded(), ...disputed)
      .when(disputedOnChain)
      .then([])
    given(funded(), ...disputed)
      .when(learn({ kind: 'return', farmer }))
      .then([])
    given(funded(), accept())
      .when(learn({ kind: 'return', farmer }))
      .then([])
  })

  const missing = `the contract says propose of ${farmer}, who has no place in quest-1`
  test.each<readonly [string, readonly Step[], ChainHappening, string]>([
    ['nobody with a place', [], event, missing],
    ['a place that was given back', [accept(), [1, { kind: 'withdraw', by: farmer }]], event, missing],
    [
      'a place without work',
      [accept()],
      event,
      `the contract says that ${farmer} was proposed, who has no work in quest-1 yet`,
    ],
    [
      'a place without work',
      [accept()],
      { kind: 'dispute', farmer, settlesAt: at(9) },
      `the contract says that ${farmer} is disputed, who has no work yet`,
    ],
    [
      'work that was refunded',
      [...disputed, leave('refund')],
      { kind: 'release', farmer, because: null },
      `the contract says release of ${farmer}, whose work in quest-1 is refunded`,
    ],
    [
      'work that was released',
      [...working, leave('release')],
      { kind: 'refund', farmer, because: null },
      `the contract says refund of ${farmer}, whose work in quest-1 is released`,
    ],
  ])('that cannot be stops the mirroring: of %s', (_, way, event, message) => {
    given(funded(), ...way)
      .when(learn(event, 6))
      .then(new Error(message))
  })
})

describe('a ruling in the contract', () => {
  const payableAt = at(2 * day)
  const rule = { kind: 'rule', farmer, share: 2_500, payableAt, paused: false } as const
  const pause = { kind: 'pause-ruling', farmer, payableAt: at(9 * day) } as const
  const ruled: QuestEvent = { kind: 'ruled', farmer, share: 2_500, payableAt, paused: false }
  const told = [loud('dispute', 'The arbiter has ruled', giver, farmer)]

  test('is kept, with the time at which it is carried out, and told to both', () => {
    given(funded(), ...disputed)
      .when(learn(rule))
      .then([ruled], {
        becomes: {
          work: { [farmer]: { dispute: { endsAt: payableAt, ruling: { share: 2_500, paused: false } } } },
        },
        notices: told,
      })
    given(funded(), ...disputed, learn(rule))
      .when(learn(rule))
      .then([])
  })

  test('waits for longer where the owner paused it, and may be given anew', () => {
    given(funded(), ...disputed, learn(rule))
      .when(learn(pause))
      .then([{ ...ruled, payableAt: at(9 * day), paused: true }], {
        becomes: { work: { [farmer]: { dispute: { endsAt: at(9 * day), ruling: { paused: true } } } } },
        notices: [loud('dispute', 'The ruling is paused', giver, farmer)],
      })
    const anew = { ...rule, share: 10_000, payableAt: at(3 * day) }
    given(funded(), ...disputed, learn(rule), learn(pause))
      .when(learn(anew))
      .then([{ ...ruled, share: 10_000, payableAt: at(3 * day) }])
  })

  test('is gone where the contract has none any more', () => {
    const undone = { kind: 'unrule', farmer, settlesAt: at(16 * day) } as const
    const reconcile: Step = [5, { kind: 'reconcile', by: null, event: undone }]
    given(funded(), ...disputed, learn(rule))
      .when(reconcile)
      .then([{ kind: 'ruling-undone', farmer, disputeEndsAt: at(16 * day) }], {
        becomes: { work: { [farmer]: { dispute: { endsAt: at(16 * day), ruling: null } } } },
        notices: [loud('dispute', 'The ruling is gone', giver, farmer)],
      })
    given(funded(), ...disputed)
      .when(reconcile)
      .then([])
  })

  test('is the reason of a payment that comes without another', () => {
    given(funded(), ...disputed, learn({ ...rule, share: 0 }))
      .when(leave('refund'))
      .then([refunded('resolved')])
  })

  test('about work that is not known to be disputed waits, and so does a pause of none', () => {
    given(funded(), ...working)
      .when(learn(rule))
      .then(new Error(`the contract says rule of ${farmer}, whose work in quest-1 is not disputed`))
    given(funded(), ...disputed)
      .when(learn(pause))
      .then(new Error(`the contract says that a ruling about ${farmer} is paused, which quest-1 has not`))
  })
})

describe('a payment of the contract', () => {
  test('of the whole releases the work', () => {
    given(funded(), ...working)
      .when(leave('release', { because: 'approve' }))
      .then([released('approved')], {
        becomes: {
          tally: { 'in-review': 0, released: 1 },
          sums: { released: 10n * one },
          work: {
            [farmer]: {
              ...{ status: 'released', endedAt: at(5), decidedFor: null, paid: '10' },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              worth: {
                backing: 'chain',
                counts: true,
                countedAt: null,
                payment: null,
                denial: null,
                word: null,
                remindAt: null,
              },
              ending: { because: 'approved', reason: null, share: null },
            },
          },
        },
        postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
        notices: [quiet('payment', 'Released', farmer)],
        deeds: [
          {
            ...{ kind: 'released', farmer, giver, token: 'USDC', amount: '10', share: 10_000 },
            ...{ counts: true, recorded: false, source: null },
          },
        ],
      })
  })

  test.each<readonly [PaidBecause, ReleasedBecause]>([
    [null, 'window-over'],
    ['approve', 'approved'],
    ['resolve', 'resolved'],
    ['settle', 'undecided'],
    ['divide', 'resolved'],
    ['concede', 'resolved'],
  ])('after %s is %s', (because, known) => {
    given(funded(), ...disputed)
      .when(leave('release', { because }))
      .then([released(known)])
    given(funded(), ...disputed)
      .when(learn({ kind: 'release', farmer, because }))
      .then([released(known)])
  })

  test.each<readonly [PaidBecause, RefundedBecause]>([
    [null, 'on-chain'],
    ['approve', 'on-chain'],
    ['resolve', 'resolved'],
    ['settle', 'undecided'],
    ['divide', 'resolved'],
    ['concede', 'conceded'],
  ])('back to the giver after %s is %s', (because, known) => {
    given(funded(), ...disputed)
      .when(leave('refund', { because }))
      .then([refunded(known)])
  })

  test('of a part is a split, whose other part tells nothing new', () => {
    const parts = { because: 'split', paid: '4', refunded: '6', share: 4_000 }
    given(funded(), ...disputed)
      .when(leave('release', { because: 'divide', amount: 4_000_000n }))
      .then([released('split', parts)])
    given(funded(), ...disputed)
      .when(leave('refund', { because: 'divide', amount: 6_000_000n }))
      .then([])
    given(funded(), ...disputed, leave('release', { because: 'divide', amount: 4_000_000n }))
      .when(leave('refund', { because: 'divide', amount: 6_000_000n }))
      .then([])
  })

  test('of a part that is no whole ten-thousandth is told as the share that the contract rounded down', () => {
    given(funded(), ...disputed)
      .when(leave('release', { because: 'divide', amount: 3_333_333n }))
      .then([released('split', { paid: '3.333333', refunded: '6.666667', share: 3_334 })])
  })

  test('that is heard twice counts once', () => {
    given(funded(), ...working, leave('release'))
      .when(leave('release'))
      .then([])
    given(funded(), ...working, leave('release'))
      .when(proposed)
      .then([])
  })
})

const counted = {
  backing: 'chain',
  counts: true,
  countedAt: null,
  payment: null,
  denial: null,
  word: null,
  remindAt: null,
}

describe('money that was decided, and that its receiver did not take,', () => {
  test('waits in the contract, and is decided all the same', () => {
    given(funded(), ...disputed)
      .when(wait('farmer', 4_000_000n))
      .then(
        [
          released('split', { paid: '4', refunded: '6', share: 4_000, unpaid: true }),
          { kind: 'credit-kept', farmer, side: 'farmer', amount: '4' },
        ],
        {
          becomes: {
            tally: { disputed: 0, released: 1 },
            sums: { released: 4n * one, refunded: 6n * one },
            work: {
              [farmer]: {
                ...{ status: 'released', endedAt: at(5), decidedFor: null, paid: '4', worth: counted },
                ...{ unpaid: 'farmer', reclaimedAt: null, of: null, part: null },
                ending: { because: 'split', reason: null, share: 4_000 },
              },
            },
          },
          postings: [
            books(`release:quest-1:${farmer}`, '4', 'held', ['released', farmer]),
            books(`refund:quest-1:${farmer}`, '6', 'held', ['refunded', giver]),
          ],
          notices: [loud('payment', 'Decided, and waiting for its receiver', giver, farmer)],
          deeds: [
            {
              ...{ kind: 'released', farmer, giver, token: 'USDC', amount: '4', share: 4_000 },
              ...{ counts: true, recorded: false, source: null },
            },
          ],
        },
      )
  })

  test('is decided for the one who has all of it', () => {
    given(funded(), ...disputed)
      .when(wait('farmer', each, 'resolve'))
      .then([
        released('resolved', { unpaid: true }),
        { kind: 'credit-kept', farmer, side: 'farmer', amount: '10' },
      ])
    given(funded(), ...disputed)
      .when(wait('giver', each, 'concede'))
      .then(
        [
          refunded('conceded', { unpaid: true }),
          { kind: 'credit-kept', farmer, side: 'giver', amount: '10' },
        ],
        {
          becomes: {
            tally: { disputed: 0, refunded: 1 },
            sums: { refunded: 10n * one },
            work: {
              [farmer]: {
                ...{ status: 'refunded', endedAt: null, decidedFor: null, paid: null, worth: null },
                ...{ unpaid: 'giver', reclaimedAt: null, of: null, part: null },
                ending: { because: 'conceded', reason: null, share: null },
              },
            },
          },
          postings: [books(`refund:quest-1:${farmer}`, '10', 'held', ['refunded', giver])],
          notices: [loud('payment', 'Decided, and waiting for its receiver', giver, farmer)],
          deeds: [{ kind: 'refunded', giver }],
        },
      )
    given(funded(), ...disputed)
      .when(wait('giver', 6_000_000n))
      .then([
        released('split', { paid: '4', refunded: '6', share: 4_000, unpaid: true }),
        { kind: 'credit-kept', farmer, side: 'giver', amount: '6' },
      ])
  })

  test('waits for both, and for each once', () => {
    given(funded(), ...disputed, wait('farmer', 4_000_000n))
      .when(wait('giver', 6_000_000n))
      .then([{ kind: 'credit-kept', farmer, side: 'giver', amount: '6' }], {
        becomes: { work: { [farmer]: { unpaid: 'both' } } },
        notices: [loud('payment', 'Decided, and waiting for its receiver', giver, farmer)],
      })
    given(funded(), ...disputed, wait('farmer', 4_000_000n))
      .when(wait('farmer', 4_000_000n))
      .then([])
  })

  const split = [...disputed, wait('farmer', 4_000_000n)]
  const both = [...split, wait('giver', 6_000_000n)]
  const taken = [quiet('payment', 'Taken from the contract', giver, farmer)]

  test('is taken by its own side', () => {
    given(funded(), ...both)
      .when(leave('release', { amount: 4_000_000n }))
      .then([{ kind: 'credit-taken', farmer, side: 'farmer', by: 'farmer' }], {
        becomes: { work: { [farmer]: { unpaid: 'giver' } } },
        notices: taken,
      })
    given(funded(), ...both)
      .when(leave('refund', { amount: 6_000_000n }))
      .then([{ kind: 'credit-taken', farmer, side: 'giver', by: 'giver' }], {
        becomes: { work: { [farmer]: { unpaid: 'farmer' } } },
        notices: taken,
      })
  })

  const reclaimed = {
    becomes: {
      sums: { released: 0n, refunded: 10n * one },
      work: {
        [farmer]: { unpaid: null, paid: '0', reclaimedAt: at(5), worth: { counts: false } },
      },
    },
    deeds: [{ kind: 'reclaimed', farmer, giver, token: 'USDC', amount: '4', share: 4_000, countedAt: at(5) }],
    postings: [books(`reclaim:quest-1:${farmer}`, '4', 'released', ['refunded', giver], farmer)],
  } as const

  test('goes back to who paid it in where the farmer left it, and counts for nobody', () => {
    given(funded(), ...split)
      .when(leave('refund', { amount: 4_000_000n }))
      .then([{ kind: 'credit-taken', farmer, side: 'farmer', by: 'giver' }], {
        ...reclaimed,
        notices: taken,
      })
    given(funded(), ...both)
      .when(leave('refund'))
      .then(
        [
          { kind: 'credit-taken', farmer, side: 'giver', by: 'giver' },
          { kind: 'credit-taken', farmer, side: 'farmer', by: 'giver' },
        ],
        { ...reclaimed, notices: [...taken, ...taken] },
      )
  })

  test('goes back once, and only where it waits', () => {
    given(funded(), ...split, leave('refund', { amount: 4_000_000n }))
      .when(leave('refund', { amount: 4_000_000n }))
      .then([])
    given(funded(), ...disputed, wait('giver', each, 'concede'))
      .when(leave('refund'))
      .then([{ kind: 'credit-taken', farmer, side: 'giver', by: 'giver' }])
    given(funded(), ...disputed, wait('giver', 6_000_000n))
      .when(leave('release', { amount: 4_000_000n }))
      .then([])
  })
})

describe('the notice of the giver that they take free places back', () => {
  const notice = learn({ kind: 'notice', endsAt: at(9 * day) })
  const given9 = { kind: 'notice-given', endsAt: at(9 * day) } as const

  test('pauses the quest, and tells those whose place has no work', () => {
    given({ ...funded(), places: 3 }, ...working, accept(other, 2))
      .when(notice)
      .then([given9, { kind: 'paused' }], {
        becomes: { paused: true, deposit: { noticeEndsAt: at(9 * day) } },
        notices: [loud('quest', 'The giver has given notice', other)],
      })
  })

  test('tells nobody where nobody waits', () => {
    given({ ...funded(), paused: true })
      .when(notice)
      .then([given9], { becomes: { deposit: { noticeEndsAt: at(9 * day) } } })
    given(funded({ closing: true }), [1, { kind: 'complete', by: giver }])
      .when(notice)
      .then([given9])
  })

  test('is given once, of a quest that is funded', () => {
    given(funded(), notice).when(notice).then([])
    given(unfunded).when(notice).then([])
    given(posted).when(notice).then([])
  })
})

describe('when the giver took the free places back from the contract', () => {
  const back = (amount: bigint): Step => learn({ kind: 'refund', farmer: null, amount }, 6)
  const closed: QuestEvent = { kind: 'closed', as: 'cancelled' }

  test('nobody can join, and whoever was not proposed cannot be', () => {
    given({ ...funded(), places: 4 }, ...working, accept(other), submit(other), accept(stranger))
      .when(back(3n * each))
      .then(
        [
          { kind: 'refunded', farmer: other, because: 'funds-gone', refunded: '10' },
          { kind: 'place-cancelled', farmer: stranger },
          { kind: 'places-returned', places: 2 },
          closed,
        ],
        {
          becomes: {
            ...{ closed: 'cancelled', returned: 2, sums: { refunded: 30n * one } },
            tally: { accepted: 0, 'in-review': 1, refunded: 1 },
            work: {
              [other]: {
                ...{ status: 'refunded', endedAt: null, decidedFor: null, paid: null, worth: null },
                ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
                ending: { because: 'funds-gone', reason: null, share: null },
              },
              [stranger]: { status: 'cancelled' },
            },
          },
          postings: [
            books(`refund:quest-1:${other}`, '10', 'held', ['refunded', giver]),
            books('close:quest-1', '20', 'held', ['refunded', giver]),
          ],
          notices: [loud('payment', 'Refunded', giver, other), quiet('quest', 'Cancelled', stranger)],
          deeds: [
            { kind: 'refunded', giver },
            { kind: 'unheld', farmer: stranger },
          ],
          dropped: [
            { call: 'propose', farmer: other, round: 0 },
            { call: 'verify', farmer: other, round: 0 },
          ],
        },
      )
  })

  test('a quest that is closed stays closed as it was', () => {
    given({ ...funded({ closing: true }), closed: 'completed' })
      .when(back(2n * each))
      .then([{ kind: 'places-returned', places: 2 }])
  })

  test('the books wait for the proposals that must have come before', () => {
    given(funded(), accept(), submit())
      .when(back(each))
      .then(new Error('the contract gave back 10000000, which is less than 2 places'))
  })

  test('nothing is booked twice, or of a deposit that was never taken', () => {
    given(funded(), back(2n * each))
      .when(back(2n * each))
      .then([])
    given(unfunded)
      .when(back(2n * each))
      .then([])
    given(posted)
      .when(back(2n * each))
      .then([])
  })
})

describe('when the contract will never take a proposal of a farmer', () => {
  const strand: Step = [3, { kind: 'strand', by: null, farmer }]
  const gone = refunded('funds-gone')
  const cancelled: QuestEvent = { kind: 'closed', as: 'cancelled' }

  test('given work of theirs, then it is refunded, and the quest takes nobody for its free place', () => {
    given(funded(), accept(), submit())
      .when(strand)
      .then([gone, cancelled, { kind: 'closing' }])
  })

  test('given a place without work, then it ends without a refund', () => {
    given(funded(), accept())
      .when(strand)
      .then([{ kind: 'place-cancelled', farmer }, cancelled, { kind: 'closing' }])
  })

  test('given work of somebody else, then that goes on', () => {
    given(funded(), accept(), accept(other), submit(), submit(other)).when(strand).then([gone, cancelled])
  })

  test('given a quest that its giver closed before, then it stays closed as it was', () => {
    const before: Quest = {
      ...[accept(), accept(other), submit()].reduce(act, funded()),
      closed: 'completed',
    }
    given(before).when(strand).then([gone])
  })

  test.each<readonly [string, readonly Step[]]>([
    ['nobody there', []],
    ['work that was proposed', working],
    ['work that was stranded before', [accept(), submit(), strand]],
  ])('given %s, then nothing happens', (_, way) => {
    given(funded(), ...way)
      .when(strand)
      .then([])
  })
})

test('disputes on chain are the contract’s arbiter’s, if the service knows who that is', () => {
  const told = (judge: typeof giver | null) => given(funded({ arbiter: judge }), accept(), prove(), proposed)
  const reason = 'The giver disputed it on chain.'
  const event = { kind: 'disputed', farmer, by: 'giver', reason, disputeEndsAt: at(16 * day) } as const
  const becomes = {
    tally: { 'in-review': 0, disputed: 1 },
    work: {
      [farmer]: {
        status: 'disputed',
        dispute: {
          ...{ by: 'giver', reason, fault: null, at: at(3), endsAt: at(16 * day) },
          ...{ answer: null, evidence: { giver: 0, farmer: 0 }, ruling: null },
        },
      },
    },
  }
  told(stranger)
    .when(disputedOnChain)
    .then([event], {
      becomes,
      notices: [loud('dispute', 'Disputed', farmer), loud('dispute', 'To be decided', stranger)],
    })
  told(null)
    .when(disputedOnChain)
    .then([event], {
      becomes,
      notices: [loud('dispute', 'Disputed', farmer), loud('dispute', 'To be decided', arbiter)],
    })
})

covers(
  ['commands/on-chain.ts'],
  [
    'funded',
    'misfunded',
    'proposed',
    'attested',
    'ruled',
    'ruling-undone',
    'notice-given',
    'credit-kept',
    'credit-taken',
    'refunded',
  ],
)
