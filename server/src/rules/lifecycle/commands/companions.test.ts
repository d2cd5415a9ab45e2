import { describe, expect, test } from 'vitest'
import { books, forbidden, given, invalid, loud, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  act,
  arbiter,
  at,
  farmer,
  funded,
  giver,
  other,
  posted,
  type Step,
  stranger,
} from '../../../../test/told-quest.ts'
import { day } from '../../../ground/clock.ts'
import type { MainEnd } from '../companion.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Quest } from '../quest.ts'
import type { HandedIn } from './companions.ts'

/** Its giver adds to the reward of another quest. */
const companion: Quest = { ...posted, companionOf: 'quest-0', hidden: true }
const released: MainEnd = {
  ...{ kind: 'released', because: 'window-over', share: null, acceptedAt: at(0), members: [], told: null },
  evidence: { submission: { url: null, note: 'done' }, merge: null },
}
const follow = (end: Partial<MainEnd> = {}, passed = 3, by = farmer): Step => [
  passed,
  { kind: 'follow', by: null, farmer: by, end: { ...released, ...end } as MainEnd },
]
const refunded = { kind: 'refunded', because: 'resolved' } as const
const taken = (passed: number): QuestEvent => ({
  ...{ kind: 'accepted', farmer, account: null, expiresAt: at(passed), idleAt: at(passed), since: at(0) },
})
const paid: Extract<QuestEvent, { kind: 'released' }> = {
  ...{ kind: 'released', farmer, because: 'window-over', paid: '10', refunded: '0' },
  ...{ backing: 'companion', counts: false },
}
const handedIn: HandedIn = {
  evidence: { submission: { url: null, note: 'done' }, merge: null },
  ...{ acceptedAt: at(0), startedAt: at(1), reviewEndsAt: at(2 * day), members: [] },
}
const object = (work: HandedIn | null = handedIn, by = giver): Step => [
  2,
  { kind: 'object', by, farmer, reason: 'It hangs.', work },
]
const objected: QuestEvent = {
  ...{ kind: 'objected', farmer, reason: 'It hangs.', disputeEndsAt: at(2 + 14 * day) },
  ...{ evidence: handedIn.evidence, startedAt: at(1), reviewEndsAt: at(2 * day) },
  team: { members: [], times: 0 },
}
const drop: Step = [3, { kind: 'drop-objection', by: null, farmer }]
const end = (as: 'completed' | 'cancelled' = 'completed', passed = 4): Step => [
  passed,
  { kind: 'end-companion', by: null, as },
]

describe('follow', () => {
  test('pays the part as the quest paid the place, counts for nothing more, and happens once', () => {
    const told = { count: 3, amount: '30' }
    given(companion)
      .when(follow({ told }))
      .then([taken(3), { ...paid, told }], {
        becomes: {
          tally: { released: 1 },
          sums: { released: 10n * 10n ** 18n },
          work: { [farmer]: act(companion, follow()).work.get(farmer) },
        },
        postings: [books(`release:quest-1:${farmer}`, '10', 'held', ['released', farmer])],
        notices: [quiet('payment', 'Released', giver), quiet('payment', 'Others owe you, too', farmer)],
        deeds: [
          {
            ...{ kind: 'released', farmer, giver, token: 'USDC', amount: '10', share: 10_000 },
            ...{ counts: false, recorded: true, source: null, companion: true },
          },
        ],
      })
    given(companion, follow()).when(follow({}, 4)).then([])
    given(companion, follow())
      .when(follow({}, 4, other))
      .thenKinds(['accepted', 'released'])
    given(companion, follow(), follow({}, 3, other))
      .when(follow({}, 4, stranger))
      .then([])
  })

  test('divides the part as the quest divided the reward, and among the same team, but for the backer', () => {
    const members = [
      { address: other, part: 4_000 },
      { address: giver, part: 1_000 },
    ]
    given(companion)
      .when(follow({ share: 5_000, because: 'agreed', members }))
      .thenKinds(['accepted', 'share-released', 'released'])
    const { sums, work } = act(companion, follow({ share: 5_000, because: 'agreed', members }))
    expect([work.get(farmer), work.get(other)]).toMatchObject([{ paid: '3' }, { paid: '2', of: farmer }])
    expect(sums).toMatchObject({ released: 5n * 10n ** 18n, refunded: 5n * 10n ** 18n })
  })

  test('leaves what nobody earned, what the backer would owe themselves, and every other quest', () => {
    given(companion).when(follow(refunded)).then([])
    given(companion)
      .when(follow({}, 3, giver))
      .then([])
    given(companion, end()).when(follow({}, 5)).then([])
    given(posted).when(follow()).then([])
  })

  test('leaves an objection to be decided, and refunds it with the quest', () => {
    given(companion, object()).when(follow()).then([])
    given(companion, object())
      .when(follow(refunded))
      .then([{ kind: 'refunded', farmer, because: 'resolved', refunded: '10' }])
  })
})

describe('object', () => {
  test('disputes the part from the first moment on, and tells the farmer and the platform', () => {
    given(companion)
      .when(object())
      .then([taken(2), objected], {
        becomes: { tally: { disputed: 1 }, work: { [farmer]: act(companion, object()).work.get(farmer) } },
        notices: [loud('dispute', 'Disputed', farmer), loud('dispute', 'To be decided', arbiter)],
      })
    expect(act(companion, object()).work.get(farmer)).toMatchObject({
      ...{ status: 'disputed', startedAt: at(1), evidence: handedIn.evidence },
      dispute: { by: 'giver', reason: 'It hangs.', endsAt: at(2 + 14 * day) },
    })
  })

  test('that nobody decides is paid where a merge proves the work, which the quest looks up again', () => {
    const merge = { repoKey: 'farm/gate', pullRequest: 7, check: 'pending', source: 'a for b' } as const
    const proved = act(companion, object({ ...handedIn, evidence: { submission: null, merge } }))
    expect(proved.work.get(farmer)).toMatchObject({ evidence: { merge: { check: null, elsewhere: true } } })
    const decide: Step = [2 + 14 * day, { kind: 'end-dispute', by: null, farmer, verdict: null }]
    given(proved)
      .when(decide)
      .then([{ ...paid, because: 'undecided' }])
    given(companion, object())
      .when(decide)
      .then([{ kind: 'refunded', farmer, because: 'undecided', refunded: '10' }])
  })

  test('is for backers alone, while work is in review, once, and before it is decided', () => {
    given(companion)
      .when(object(handedIn, other))
      .then(forbidden('Only somebody who adds to the reward of this quest may object.'))
    given({ ...companion, giver: farmer })
      .when(object(handedIn, farmer))
      .then(invalid('This work is your own, and you owe yourself nothing for it.'))
    given(companion, object()).when(object()).then(invalid('You object to this work already.'))
    given(companion, follow()).when(object()).then(invalid('This work is released already.'))
    given(companion)
      .when(object(null))
      .then(
        invalid(
          'This farmer has no work in review: you may object from when work is handed in until it is decided.',
        ),
      )
    given(companion, follow({}, 1, other), follow({}, 1, stranger))
      .when(object())
      .then(invalid('What you added is for other places, which are decided.'))
    given(companion, end('cancelled', 1))
      .when(object())
      .then(invalid('What you added is for other places, which are decided.'))
  })
})

describe('drop-objection', () => {
  test('frees the place again, and tells the backer', () => {
    given(companion, object())
      .when(drop)
      .then([{ kind: 'place-cancelled', farmer }], {
        becomes: { tally: { disputed: 0 }, work: { [farmer]: { status: 'cancelled', toldAt: 0 } } },
        notices: [quiet('quest', 'Your objection has fallen away', giver)],
      })
    given(companion, object(), drop).when(follow({}, 4)).thenKinds(['accepted', 'released'])
    given(companion).when(drop).then([])
    given(posted).when(drop).then([])
  })
})

describe('on chain', () => {
  const onChain: Quest = { ...funded(), companionOf: 'quest-0', hidden: true }
  const submitted: QuestEvent = {
    ...{ kind: 'submitted', farmer, url: null, note: 'done', reviewEndsAt: at(3 + 2 * day) },
  }

  test('released work is proposed to the contract, whose window is the backer’s own', () => {
    given(onChain)
      .when(follow())
      .then([taken(3), submitted], {
        becomes: { tally: { 'in-review': 1 }, work: { [farmer]: act(onChain, follow()).work.get(farmer) } },
        notices: [quiet('quest', 'In review', giver)],
        owed: [{ call: 'propose', farmer, round: 0 }],
      })
    const merge = { repoKey: 'farm/gate', pullRequest: 7, check: 'clear', source: 'a for b' } as const
    const proved = act(onChain, follow({ evidence: { submission: null, merge } }))
    expect(proved.work.get(farmer)).toMatchObject({
      ...{ status: 'in-review', evidence: { merge: { pullRequest: 7, check: null, elsewhere: true } } },
      asked: new Set(['verify']),
    })
    given(onChain, follow()).when(follow({}, 4)).then([])
  })

  test('nothing follows before the deposit, or once it is closed, or what was refunded; and a wallet objects', () => {
    const unfunded: Quest = { ...onChain, ...funded({ status: 'unfunded' }), companionOf: 'quest-0' }
    given(unfunded).when(follow()).then([])
    given(onChain, end()).when(follow({}, 5)).then([])
    given(onChain, follow()).when(follow(refunded, 4)).then([])
    given(onChain, follow()).when(drop).then([])
    given(onChain)
      .when(object())
      .then(
        invalid(
          'What you added is on chain, where your own window begins once the giver has released the work: then call dispute(escrow, farmer) of the escrow contract with your wallet, for your part alone.',
        ),
      )
  })

  test('the backer is told to take back what nobody can earn', () => {
    given(onChain)
      .when(end('cancelled'))
      .then([{ kind: 'closed', as: 'cancelled' }, { kind: 'closing' }], {
        becomes: { closed: 'cancelled', deposit: { closing: true } },
        notices: [quiet('quest', 'Take back what you added', giver)],
        owed: [{ call: 'close', farmer: null }],
      })
  })
})

describe('end-companion', () => {
  test('gives back what no work earned, once, and tells the backer', () => {
    given(companion, follow())
      .when(end())
      .then(
        [
          { kind: 'closed', as: 'completed' },
          { kind: 'places-returned', places: 1 },
        ],
        {
          becomes: { closed: 'completed', returned: 1, sums: { refunded: 10n * 10n ** 18n } },
          postings: [books('close:quest-1', '10', 'held', ['refunded', giver])],
          notices: [quiet('quest', 'What you added goes back', giver)],
        },
      )
    given(companion, end()).when(end()).then([])
    given(posted).when(end()).then([])
    given(companion, follow(), follow({}, 3, other))
      .when(end())
      .then([])
  })

  test('waits with what is disputed, until that is decided', () => {
    given(companion, object()).when(end('cancelled')).thenKinds(['closed'])
    given(companion, object(), end('cancelled'))
      .when([2 + 14 * day, { kind: 'end-dispute', by: null, farmer, verdict: null }])
      .thenKinds(['refunded', 'places-returned'])
  })
})

describe('a companion', () => {
  test('takes no command of its own course', () => {
    const says = forbiddenCourse('quest-0')
    given(companion)
      .when([1, { kind: 'cancel', by: giver }])
      .then(says)
    given(companion)
      .when([1, { kind: 'accept', by: farmer }])
      .then(says)
    given(companion, object())
      .when([3, { kind: 'approve', by: giver, farmer }])
      .thenKinds(['released'])
  })
})

function forbiddenCourse(main: string) {
  return invalid(
    `This adds to the reward of another quest and follows what is decided there: act on ${main}.`,
  )
}

covers(['commands/companions.ts', 'own-course.ts'], ['objected'])
