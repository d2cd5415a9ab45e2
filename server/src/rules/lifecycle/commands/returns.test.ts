import { describe, test } from 'vitest'
import { given, invalid, loud, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import {
  accept,
  at,
  farmer,
  funded,
  giver,
  learn,
  posted,
  proposed,
  prove,
  type Step,
  submit,
  ways,
  withdraw,
} from '../../../../test/told-quest.ts'
import { day, hour } from '../../../ground/clock.ts'

const giveBack = (passed = hour): Step => [passed, { kind: 'return', by: giver, farmer, note: 'a hinge' }]
const expiresAt = at(14 * day + hour)
const unfinished = {
  ...{
    status: 'accepted',
    expiresAt,
    warned: false,
    idleAt: expiresAt,
    idleWarned: true,
    keptAt: null,
    extensions: 0,
  },
  ...{ toldAt: at(hour), untold: false },
}
const returned = { kind: 'returned', farmer, note: 'a hinge', expiresAt } as const

describe('return', () => {
  test('gives the farmer as long as a new place', () => {
    given(posted, ...ways['in-review'])
      .when(giveBack())
      .then([returned], {
        becomes: {
          tally: { accepted: 1, 'in-review': 0 },
          work: { [farmer]: { ...unfinished, returned: { times: 1, at: at(hour), note: 'a hinge' } } },
        },
        notices: [quiet('quest', 'Returned', farmer)],
        deeds: [{ kind: 'held', farmer }],
      })
  })

  test('on chain takes back what the contract was not yet asked for, in the first version', () => {
    given(funded({ version: 1 }), accept(), [1, { kind: 'submit', by: farmer, url: null, note: 'done' }])
      .when(giveBack())
      .then(
        invalid(
          'The funds of this quest are on chain, and the escrow contract does not give back work that was proposed to it: approve or dispute it with a wallet.',
        ),
      )
  })

  test('as the contract tells it starts a new round, in which the old proposals are dropped', () => {
    given(funded(), accept(), submit(), proposed)
      .when(learn({ kind: 'return', farmer }, hour))
      .then(
        [
          {
            ...{ kind: 'returned', farmer, expiresAt },
            note: 'The giver returned it on chain, and says in the comments or in a letter what is missing.',
          },
        ],
        {
          becomes: {
            tally: { accepted: 1, 'in-review': 0 },
            work: {
              [farmer]: {
                ...unfinished,
                ...{ asked: new Set(), round: 1 },
                returned: {
                  ...{ times: 1, at: at(hour) },
                  note: 'The giver returned it on chain, and says in the comments or in a letter what is missing.',
                },
              },
            },
          },
          notices: [quiet('quest', 'Returned', farmer)],
          deeds: [{ kind: 'held', farmer }],
          dropped: [
            { call: 'propose', farmer, round: 0 },
            { call: 'verify', farmer, round: 0 },
          ],
        },
      )
  })

  test('on chain is remembered by a place that was given back and taken again', () => {
    const again = [withdraw(2 * hour), accept(farmer, 2 * hour)]
    given(funded(), accept(), submit(), proposed, learn({ kind: 'return', farmer }, hour), ...again)
      .when(submit(farmer, 2 * hour))
      .then([{ kind: 'submitted', farmer, url: null, note: 'done', reviewEndsAt: at(2 * day + 2 * hour) }], {
        becomes: {
          tally: { accepted: 0, 'in-review': 1 },
          work: {
            [farmer]: {
              ...{ status: 'in-review', startedAt: at(2 * hour), endsAt: at(2 * day + 2 * hour) },
              ...{
                proposed: false,
                attested: false,
                approvalEndsAt: null,
                offer: null,
                asked: new Set(['propose']),
              },
              evidence: { submission: { url: null, note: 'done' }, merge: null },
            },
          },
        },
        notices: [quiet('quest', 'In review', giver)],
        deeds: [{ kind: 'unheld', farmer }],
        owed: [{ call: 'propose', farmer, round: 1 }],
      })
  })

  test('of a merge, as the contract tells it, is proposed again as proved work', () => {
    given(funded(), accept(), prove(), proposed)
      .when(learn({ kind: 'return', farmer }, hour))
      .then([{ kind: 'proposed-again', farmer, reviewEndsAt: at(2 * day + hour) }], {
        becomes: {
          work: {
            [farmer]: {
              ...{ proposed: false, endsAt: at(2 * day + hour), round: 1 },
              returned: {
                ...{ times: 1, at: at(hour) },
                note: 'The giver returned it on chain, and says in the comments or in a letter what is missing.',
              },
            },
          },
        },
        notices: [loud('quest', 'In review again', giver, farmer)],
        owed: [{ call: 'verify', farmer, round: 1 }],
        dropped: [
          { call: 'propose', farmer, round: 0 },
          { call: 'verify', farmer, round: 0 },
        ],
      })
  })

  test('is possible twice', () => {
    const again = [submit(farmer, 2 * hour), giveBack(3 * hour)]
    given(posted, ...ways['in-review'], giveBack(), submit(farmer, 2 * hour))
      .when(giveBack(3 * hour))
      .then([{ ...returned, expiresAt: at(14 * day + 3 * hour) }])
    given(posted, ...ways['in-review'], giveBack(), ...again, submit(farmer, 4 * hour))
      .when(giveBack(5 * hour))
      .then(invalid('This work was returned 2 times, which is the most; approve or dispute it.'))
  })

  test('lasts as long as the review', () => {
    given(posted, ...ways['in-review'])
      .when(giveBack(2 * day))
      .then([{ ...returned, expiresAt: at(16 * day) }])
    given(posted, ...ways['in-review'])
      .when(giveBack(2 * day + 1))
      .then(invalid('The review window is over.'))
  })

  test('is not for a merge', () => {
    given(posted, accept(), prove())
      .when(giveBack())
      .then(invalid('A merged pull request cannot be returned; approve or dispute it.'))
  })

  test.each(['accepted', 'disputed', 'released', 'refunded'] as const)(
    'is not for work that is %s',
    status => {
      given(posted, ...ways[status])
        .when(giveBack())
        .then(invalid(`Only work in review can be returned; this is ${status}.`))
    },
  )

  test('that runs out ends the place, and tells both', () => {
    given(posted, ...ways['in-review'], giveBack())
      .when([14 * day + hour, { kind: 'expire', by: null, farmer }])
      .then([{ kind: 'expired', farmer }], {
        becomes: { tally: { accepted: 0 }, work: { [farmer]: { status: 'expired' } } },
        notices: [quiet('quest', 'Place free again', giver, farmer)],
        deeds: [{ kind: 'unheld', farmer }],
      })
  })
})

covers(['commands/returns.ts'], ['returned', 'proposed-again'])
