import { describe, expect, test } from 'vitest'
import { forbidden, given, invalid, loud, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  act,
  at,
  facts,
  farmer,
  funded,
  giver,
  learn,
  other,
  posted,
  prove,
  rulesAt,
  type Step,
  submit,
  ways,
} from '../../../../test/told-quest.ts'
import { day, hour } from '../../../ground/clock.ts'
import type { QuestEvent } from '../events/all.ts'
import type { Verdict, Work } from '../quest.ts'
import { recheckAt } from './work.ts'

const reviewEndsAt = at(2 * day + 1)
const merge = {
  ...{ repoKey: 'farm/gate', pullRequest: 7, check: 'pending', source: 'account-2 for owner-1' },
}
const merged = { kind: 'merged', farmer, repoKey: 'farm/gate', pullRequest: 7, facts } as const
const pinned = { kind: 'account-pinned', farmer, account: 'account-2' } as const

describe('submit', () => {
  const handed = { kind: 'submitted', farmer, url: null, note: 'done', reviewEndsAt } as const
  const inReview = {
    ...{ status: 'in-review', evidence: { submission: { url: null, note: 'done' }, merge: null } },
    ...{
      startedAt: at(1),
      endsAt: reviewEndsAt,
      proposed: false,
      attested: false,
      approvalEndsAt: null,
      offer: null,
    },
  }

  test('starts the review of the work', () => {
    given(posted, accept())
      .when(submit())
      .then([handed], {
        becomes: { tally: { accepted: 0, 'in-review': 1 }, work: { [farmer]: inReview } },
        notices: [quiet('quest', 'In review', giver)],
        deeds: [{ kind: 'unheld', farmer }],
      })
  })

  test('asks the contract to start it', () => {
    given(funded(), accept())
      .when(submit())
      .then([handed], {
        becomes: {
          tally: { accepted: 0, 'in-review': 1 },
          work: { [farmer]: { ...inReview, asked: new Set(['propose']) } },
        },
        notices: [quiet('quest', 'In review', giver)],
        deeds: [{ kind: 'unheld', farmer }],
        owed: [{ call: 'propose', farmer, round: 0 }],
      })
  })

  test.each(['in-review', 'disputed', 'released', 'refunded'] as const)('refuses work that is %s', status => {
    given(posted, ...ways[status])
      .when(submit(farmer, 4))
      .then(invalid(`There is nothing to submit: your work is ${status}.`))
  })
})

describe('prove', () => {
  test('pins the account, and starts the review', () => {
    given(posted, accept())
      .when(prove())
      .then([pinned, { ...merged, reviewEndsAt }], {
        becomes: {
          tally: { accepted: 0, 'in-review': 1 },
          work: {
            [farmer]: {
              ...{ status: 'in-review', account: 'account-2', evidence: { submission: null, merge } },
              ...{
                startedAt: at(1),
                endsAt: reviewEndsAt,
                proposed: false,
                attested: false,
                approvalEndsAt: null,
                offer: null,
              },
            },
          },
        },
        notices: [quiet('quest', 'In review', giver, farmer)],
        deeds: [{ kind: 'unheld', farmer }],
      })
  })

  test('asks the contract to start it as proved work', () => {
    given(funded(), accept())
      .when(prove())
      .then([pinned, { ...merged, reviewEndsAt }], {
        becomes: {
          tally: { accepted: 0, 'in-review': 1 },
          work: {
            [farmer]: {
              ...{ status: 'in-review', account: 'account-2', evidence: { submission: null, merge } },
              ...{
                startedAt: at(1),
                endsAt: reviewEndsAt,
                proposed: false,
                attested: false,
                approvalEndsAt: null,
                offer: null,
                asked: new Set(['verify']),
              },
            },
          },
        },
        notices: [quiet('quest', 'In review', giver, farmer)],
        deeds: [{ kind: 'unheld', farmer }],
        owed: [{ call: 'verify', farmer, round: 0 }],
      })
  })

  test('of work that was handed in leaves it the window that it has, and tells nobody', () => {
    given(funded(), accept(), submit())
      .when(prove(2))
      .then([pinned, { ...merged, reviewEndsAt: null }], {
        becomes: {
          work: {
            [farmer]: {
              account: 'account-2',
              evidence: { merge },
              asked: new Set(['propose', 'verify']),
            },
          },
        },
        owed: [{ call: 'verify', farmer, round: 0 }],
      })
  })

  test('of disputed work counts too', () => {
    given(posted, ...ways.disputed)
      .when(prove(3))
      .then([pinned, { ...merged, reviewEndsAt: null }])
  })

  test.each([
    ['their own repository', { ...facts, own: true }, 'own'],
    ['a host that does not tell the owner', { ...facts, ownerId: null }, 'account-2 for farm'],
    ['development, where nobody says whose it is', null, null],
  ])('keeps whose merge it is, in %s', (_, known, source) => {
    const work = [accept(), prove(1, known)].reduce(act, posted).work.get(farmer)
    const check = known === null ? null : 'pending'
    expect(work).toMatchObject({ evidence: { merge: { source, check } } })
  })

  test.each<readonly [string, readonly Step[], Step, Error]>([
    ['nobody with a place', [], prove(), forbidden('Its author has not accepted this quest.')],
    [
      'a farmer who has another account',
      [accept(), [1, { kind: 'pin', by: null, farmer, account: 'account-3' }]],
      prove(2),
      forbidden('Its author has not accepted this quest.'),
    ],
    ['a place that was given back', ways.withdrawn, prove(2), invalid('This work is withdrawn already.')],
    ['work that was paid', ways.released, prove(3), invalid('This work is released already.')],
    [
      'work that a merge proves already',
      [accept(), prove()],
      prove(2),
      invalid('Pull request 7 proves this work already.'),
    ],
  ])('refuses the merge of %s', (_, way, step, refusal) => {
    given(posted, ...way)
      .when(step)
      .then(refusal)
  })
})

describe('recheck', () => {
  const recheck = (verdict: Verdict, passed = 2 * day + 1): Step => [
    passed,
    { kind: 'recheck', by: null, farmer, verdict },
  ]
  const stands = { kind: 'stands' } as const
  const unknown = { kind: 'unknown' } as const
  const doubted = {
    reason: 'The merge of pull request 12 was reverted.',
    fault: { code: 'reverted', pullRequest: 12 },
  } as const
  const broken = { kind: 'broken', fault: { code: 'reverted', pullRequest: 12 } } as const
  const proved = [accept(), prove()]
  const checked = (check: string) => ({
    work: { [farmer]: { evidence: { merge: { check } } } },
  })

  test('clears a merge that stands', () => {
    given(posted, ...proved)
      .when(recheck(stands))
      .then([{ kind: 'merge-cleared', farmer }], { becomes: checked('clear') })
    given(posted, ...proved, recheck(unknown))
      .when(recheck(stands))
      .then([{ kind: 'merge-cleared', farmer }], { becomes: checked('clear') })
  })

  test('lets the payment wait while the code host cannot be asked, and says so once', () => {
    given(posted, ...proved)
      .when(recheck(unknown))
      .then([{ kind: 'merge-unreachable', farmer }], { becomes: checked('unreachable') })
    given(posted, ...proved, recheck(unknown))
      .when(recheck(unknown))
      .then([])
  })

  test('disputes a merge that was taken back, as the code host', () => {
    const disputeEndsAt = at(16 * day + 1)
    given(posted, ...proved)
      .when(recheck(broken))
      .then([{ kind: 'disputed', farmer, by: 'code-host', ...doubted, disputeEndsAt }])
  })

  test('on chain, where the service cannot hold the payment, tells of the doubt once', () => {
    given(funded(), ...proved)
      .when(recheck(broken))
      .then([{ kind: 'merge-doubted', farmer, ...doubted }], {
        becomes: checked('broken'),
        notices: [loud('quest', 'In doubt', giver, farmer)],
      })
    given(funded(), ...proved, recheck(broken))
      .when(recheck(broken))
      .then([])
  })

  test('asks no longer than a dispute lasts: then it disputes, or on chain lets the contract go on', () => {
    const after = 16 * day + 1
    const outage: QuestEvent = {
      ...{ kind: 'disputed', farmer, by: 'outage', disputeEndsAt: at(after + 14 * day) },
      reason: 'The code host could not be asked whether the merge still stands.',
      fault: { code: 'code-host-silent' },
    }
    given(posted, ...proved, recheck(unknown))
      .when(recheck(unknown, after - 1))
      .then([])
    given(posted, ...proved, recheck(unknown))
      .when(recheck(unknown, after))
      .then([outage])
    given(posted, ...proved)
      .when(recheck(stands, after))
      .then([{ kind: 'merge-cleared', farmer }])
    given(funded(), ...proved, recheck(broken))
      .when(recheck(broken, after))
      .then([{ kind: 'merge-cleared', farmer }])
  })

  test('changes nothing of work without a merge, or cleared already, or over', () => {
    for (const way of [[], [accept()], ways['in-review'], [...proved, recheck(stands)], ways.released])
      given(posted, ...way)
        .when(recheck(broken))
        .then([])
  })

  test('is due when the window ends, and on chain while the giver can still dispute', () => {
    const rules = rulesAt(0)
    const due = (quest = posted, way: readonly Step[] = proved) => {
      const told = way.reduce(act, quest)
      return recheckAt(told, told.work.get(farmer) as Work, rules)
    }
    expect(due()).toBe(reviewEndsAt)
    expect(due(funded())).toBe(reviewEndsAt - 6 * hour)
    expect(
      recheckAt(funded(), proved.reduce(act, funded()).work.get(farmer) as Work, {
        ...rules,
        reviewWindowMs: 4 * hour,
      }),
    ).toBe(reviewEndsAt - hour)
    expect(due(posted, [...proved, recheck(stands)])).toBeNull()
    expect(due(posted, [accept()])).toBeNull()
    expect(due(posted, ways.disputed)).toBe(at(14 * day + 2))
    const disputed = learn({ kind: 'dispute', farmer, settlesAt: at(9) })
    expect(due(funded(), [...proved, disputed])).toBeNull()
  })

  test('leaves the work of others alone', () => {
    given(posted, ...proved, accept(other, 2))
      .when([3 * day, { kind: 'recheck', by: null, farmer: other, verdict: broken }])
      .then([])
  })
})

covers(
  ['commands/work.ts'],
  ['submitted', 'merged', 'account-pinned', 'merge-cleared', 'merge-unreachable', 'merge-doubted'],
)
