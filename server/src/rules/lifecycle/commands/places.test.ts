import { describe, expect, test } from 'vitest'
import { changed, forbidden, given, invalid, quiet, tooMany } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  at,
  choosing,
  farmer,
  giver,
  other,
  posted,
  rulesAt,
  type Step,
  stranger,
  ways,
  withdraw,
} from '../../../../test/told-quest.ts'
import { day, hour } from '../../../ground/clock.ts'
import { decide } from '../decide.ts'
import type { QuestEvent } from '../events/all.ts'
import { newcomer } from '../ladder.ts'
import type { PartBefore } from '../plan.ts'
import type { Quest } from '../quest.ts'
import { type Applicant, type Known, nothingKnown } from '../rules.ts'
import type { Terms } from '../terms.ts'
import { warnAhead } from './places.ts'

const applicant: Applicant = newcomer
const taken: QuestEvent = {
  ...{ kind: 'accepted', farmer, account: null, expiresAt: at(14 * day), idleAt: at(3 * day) },
}
const place = {
  ...{ status: 'accepted', farmer, account: null, acceptedAt: at(0), asked: new Set(), returned: null },
  ...{
    round: 0,
    team: { members: [], times: 0 },
    expiresAt: at(14 * day),
    warned: false,
    idleAt: at(3 * day),
    idleWarned: false,
  },
  ...{ keptAt: null, extensions: 0, toldAt: at(0), untold: false },
}

describe('accept', () => {
  test('takes a free place, and tells the giver', () => {
    given(posted)
      .when(accept())
      .then([taken], {
        becomes: { tally: { accepted: 1 }, work: { [farmer]: place } },
        notices: [quiet('quest', 'Accepted', giver)],
        deeds: [{ kind: 'accepted', farmer, again: false }],
      })
  })

  test('takes a place again after it was given back, of which the giver hears nothing on the same day', () => {
    given(posted, accept(), withdraw())
      .when(accept(farmer, hour))
      .then([{ ...taken, expiresAt: at(14 * day + hour), idleAt: at(3 * day + hour) }], {
        becomes: {
          tally: { accepted: 1 },
          work: {
            [farmer]: {
              ...{
                status: 'accepted',
                acceptedAt: at(hour),
                account: null,
                asked: new Set(),
                returned: null,
              },
              ...{ expiresAt: at(14 * day + hour), warned: false, idleAt: at(3 * day + hour) },
              ...{
                idleWarned: false,
                keptAt: null,
                extensions: 0,
                untold: true,
                team: { members: [], times: 0 },
              },
            },
          },
        },
        deeds: [{ kind: 'accepted', farmer, again: true }],
      })
  })

  test('tells the giver of it again a day later', () => {
    given(posted, accept(), withdraw())
      .when(accept(farmer, day))
      .then([{ ...taken, expiresAt: at(15 * day), idleAt: at(4 * day) }], {
        becomes: {
          tally: { accepted: 1 },
          work: {
            [farmer]: {
              ...{ status: 'accepted', acceptedAt: at(day), account: null, asked: new Set(), returned: null },
              ...{ expiresAt: at(15 * day), warned: false, idleAt: at(4 * day) },
              ...{ idleWarned: false, keptAt: null, extensions: 0, toldAt: at(day), untold: false },
              team: { members: [], times: 0 },
            },
          },
        },
        notices: [quiet('quest', 'Accepted', giver)],
        deeds: [{ kind: 'accepted', farmer, again: true }],
      })
  })

  test('pins the account that the farmer has proved', () => {
    given({ ...posted, verifiedCodehost: true, minCompleted: 2 })
      .when(accept(), { known: { applicant: { ...applicant, account: 'account-2', completed: 2 } } })
      .then([{ ...taken, account: 'account-2' }])
  })

  test('lets a place be idle no longer than it lasts', () => {
    given(posted)
      .when(accept(), { rules: { acceptMs: day } })
      .then([{ ...taken, expiresAt: at(day), idleAt: at(day) }])
  })

  test('goes by the terms where they never changed, or not since they were read', () => {
    const read = { updatedAt: 5, revision: 3 }
    const step: Step = [0, { kind: 'accept', by: farmer, read }]
    given({ ...posted, updatedAt: 9 })
      .when(step)
      .then([taken])
    given({ ...posted, updatedAt: 9, revision: 3 })
      .when(step)
      .then([taken])
    given({ ...posted, updatedAt: 5, revision: 4 })
      .when(step)
      .then([taken])
  })

  const read: Step = [0, { kind: 'accept', by: farmer, read: { updatedAt: 5, revision: null } }]

  test.each<readonly [string, Quest, readonly Step[], Step, Error]>([
    ['the giver', posted, [], accept(giver), forbidden('You cannot accept your own quest.')],
    ['a farmer with a place', posted, [accept()], accept(), invalid('You have accepted this quest already.')],
    [
      'a farmer whose work was paid',
      posted,
      ways.released,
      accept(),
      invalid('You have accepted this quest already.'),
    ],
    [
      'a farmer who read other terms',
      { ...posted, revision: 4, updatedAt: 9 },
      [],
      read,
      changed('This quest has changed since you read it; look at it as it is now, and try again.'),
    ],
    [
      'everyone from its deadline on',
      { ...posted, deadline: at(day) },
      [],
      accept(farmer, day),
      invalid('This quest is closed to new farmers.'),
    ],
    [
      'everyone once all places are taken',
      posted,
      [accept(other), accept(stranger)],
      accept(),
      invalid('This quest has no place left.'),
    ],
    [
      'a farmer whose place the giver freed',
      posted,
      ways.removed,
      accept(farmer, 4 * day),
      forbidden('The giver freed the place that you had in this quest, and gives you no other.'),
    ],
  ])('refuses %s', (_, quest, way, step, refusal) => {
    given(quest, ...way)
      .when(step)
      .then(refusal)
  })

  test.each<readonly [Partial<Quest>, string]>([
    [{ paused: true }, 'The giver of this quest takes no farmers for now.'],
    [{ hidden: true }, 'A moderator has hidden this quest: it takes nobody new.'],
    [{ closed: 'completed' }, 'This quest is closed to new farmers.'],
  ])('refuses everyone where the quest is %o', (change, sentence) => {
    given({ ...posted, ...change })
      .when(accept())
      .then(invalid(sentence))
  })

  const known = (change: Partial<Applicant>) => ({ applicant: { ...applicant, ...change } })

  test.each<readonly [string, Partial<Terms>, Partial<Known>, Error]>([
    [
      'whose account here was deleted',
      {},
      { hadPart: true },
      invalid('This wallet had a part in this quest before its account was deleted.'),
    ],
    [
      'whom the giver has blocked',
      {},
      { isBlocked: true },
      forbidden('The giver of this quest takes no work from you.'),
    ],
    [
      'without an account where one is asked for',
      { verifiedCodehost: true },
      known({}),
      forbidden(
        'This quest is for farmers with a proved account at the code host; link yours to your profile first.',
      ),
    ],
    [
      'without the experience that is asked for',
      { minCompleted: 3 },
      known({ completed: 2 }),
      forbidden('This quest is for farmers with at least 3 finished quests; you have 2.'),
    ],
    [
      'who holds the most places',
      {},
      known({ held: 10 }),
      invalid('You have 10 places without work; finish or withdraw from some first.'),
    ],
    [
      'who gave the most places back, for the day',
      {},
      known({ withdrawn: 10 }),
      tooMany(
        'You have given 10 places back today, which is the most; you can take others at 2030-01-02T00:00:00.000Z.',
        at(day),
      ),
    ],
  ])('refuses a farmer %s', (_, terms, known, refusal) => {
    given({ ...posted, ...terms })
      .when(accept(farmer, hour), { known })
      .then(refusal)
  })

  test('counts one place less than the most as room', () => {
    given(posted)
      .when(accept(), { known: known({ held: 9, withdrawn: 9 }) })
      .then([taken])
  })
})

describe('withdraw', () => {
  test('gives a place back before there is work', () => {
    given(posted, accept())
      .when(withdraw())
      .then([{ kind: 'withdrawn', farmer }], {
        becomes: { tally: { accepted: 0 }, work: { [farmer]: { status: 'withdrawn' } } },
        notices: [quiet('quest', 'Withdrawn', giver)],
        deeds: [
          { kind: 'unheld', farmer },
          { kind: 'withdrawn', farmer },
        ],
      })
  })

  test('tells the giver nothing of a place of which they heard nothing', () => {
    given(posted, accept(), withdraw(), accept(farmer, hour))
      .when(withdraw(hour))
      .then([{ kind: 'withdrawn', farmer }], {
        becomes: { tally: { accepted: 0 }, work: { [farmer]: { status: 'withdrawn' } } },
        deeds: [
          { kind: 'unheld', farmer },
          { kind: 'withdrawn', farmer },
        ],
      })
  })

  test.each(['in-review', 'disputed', 'released', 'refunded'] as const)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(withdraw(4))
      .then(invalid(`You cannot withdraw: your work is ${status}.`))
  })

  test('takes back an application', () => {
    given(choosing, accept())
      .when(withdraw())
      .then([{ kind: 'application-withdrawn', farmer }])
  })
})

describe('the end of a place without work', () => {
  const warn = (passed: number): Step => [passed, { kind: 'warn', by: null, farmer }]
  const expire = (passed: number): Step => [passed, { kind: 'expire', by: null, farmer }]

  test('is told three days ahead, once, and not when it is there', () => {
    given(posted, accept())
      .when(warn(11 * day - 1))
      .then([])
    given(posted, accept())
      .when(warn(11 * day))
      .then([{ kind: 'expiry-warned', farmer }], {
        becomes: { work: { [farmer]: { warned: true } } },
        notices: [quiet('quest', 'Your place ends soon', farmer)],
      })
    given(posted, accept(), warn(11 * day))
      .when(warn(12 * day))
      .then([])
    given(posted, accept())
      .when(warn(14 * day))
      .then([])
    given(posted, ...ways['in-review'])
      .when(warn(11 * day))
      .then([])
  })

  test('is told at half time where places last for less than six days', () => {
    expect(warnAhead({ acceptMs: 4 * day })).toBe(2 * day)
  })

  test('comes at its time, and tells both', () => {
    given(posted, accept())
      .when(expire(14 * day - 1))
      .then([])
    given(posted, accept())
      .when(expire(14 * day))
      .then([{ kind: 'expired', farmer }], {
        becomes: { tally: { accepted: 0 }, work: { [farmer]: { status: 'expired' } } },
        notices: [quiet('quest', 'Place free again', giver, farmer)],
        deeds: [{ kind: 'unheld', farmer }],
      })
    given(posted, ...ways['in-review'])
      .when(expire(14 * day))
      .then([])
  })
})

describe('pin', () => {
  const pin: Step = [1, { kind: 'pin', by: null, farmer, account: 'account-2' }]

  test('gives a place the first account that its farmer proves, and no later one', () => {
    given(posted, accept())
      .when(pin)
      .then([{ kind: 'account-pinned', farmer, account: 'account-2' }], {
        becomes: { work: { [farmer]: { account: 'account-2' } } },
      })
    given(posted, accept(), pin)
      .when([2, { kind: 'pin', by: null, farmer, account: 'account-3' }])
      .then([])
    given(posted, ...ways.released)
      .when(pin)
      .then([])
  })
})

describe('a part of a plan', () => {
  const before = (change: Partial<PartBefore> = {}) => ({
    known: { before: { quest: posted, releasedAt: null, hasRight: false, ...change } },
  })
  const of = (change: Partial<Quest>) => before({ quest: { ...posted, ...change } })
  const waits = invalid(
    'This is the next part of a plan: it opens once the work of the part before is released, or that part is over without.',
  )
  const kept = invalid(
    'Until 2030-01-04T00:00:00.000Z this part of a plan is for the farmers alone who were paid for the part before; then it is open to everybody.',
  )
  const working = { ...posted.tally, accepted: 1 }
  const gone = { ...posted.tally, refunded: 2 }

  const isTaken = (known: ReturnType<typeof before>, passed = 0) =>
    decide(posted, accept(farmer, passed)[1], rulesAt(passed), { ...nothingKnown, ...known.known }).map(
      ({ event }) => event.kind,
    )

  test('waits while the part before may still be paid', () => {
    for (const known of [
      before(),
      of({ tally: working }),
      of({ tally: working, hidden: true }),
      of({ paused: true }),
    ])
      given(posted).when(accept(), known).then(waits)
    given(choosing).when(accept(), before()).then(waits)
  })

  test('is for those paid for the part before, for 72 hours from its first release, and then for everybody', () => {
    const released = before({ releasedAt: at(0) })
    given(posted)
      .when(accept(farmer, 72 * hour - 1), released)
      .then(kept)
    expect(isTaken(released, 72 * hour)).toEqual(['accepted'])
    expect(isTaken(before({ releasedAt: at(0), hasRight: true }))).toEqual(['accepted'])
    given(choosing, accept())
      .when([1, { kind: 'admit', by: giver, farmer }], released)
      .then(kept)
  })

  test('is for everybody at once where the part before ended without a release, so that none waits for ever', () => {
    const over: Partial<Quest>[] = [
      { closed: 'cancelled' },
      { closed: 'completed' },
      { deadline: at(0) },
      { tally: gone },
      { hidden: true },
    ]
    for (const change of over) expect(isTaken(of(change)), JSON.stringify(change)).toEqual(['accepted'])
  })
})

covers(
  ['commands/places.ts', 'welcome.ts', 'commands/taking.ts'],
  ['accepted', 'withdrawn', 'expiry-warned', 'expired', 'account-pinned'],
)
