import { describe, expect, test } from 'vitest'
import { forbidden, given, invalid, unknownYet } from '../../../test/given.ts'
import { covers } from '../../../test/played.ts'
import { accept, at, farmer, other, posted, type Step, ways } from '../../../test/told-quest.ts'
import { day } from '../../ground/clock.ts'
import { type Conditions, writeConditions } from './conditions.ts'
import { newcomer } from './ladder.ts'
import type { Quest } from './quest.ts'
import type { Applicant, Known, Trust, Word } from './rules.ts'

const asking = (conditions: Conditions): Quest => ({ ...posted, conditions: JSON.stringify(conditions) })
const of = (applicant: Partial<Applicant>, known: Partial<Known> = {}) => ({
  known: { ...known, applicant: { ...newcomer, ...applicant } },
})
const byAgent: Step = [0, { kind: 'accept', by: farmer, via: 'agent' }]

describe('a quest that asks for agents, or for none', () => {
  test('refuses keys that say agent, where it wants none', () => {
    given(asking({ agents: 'none' }))
      .when(byAgent, of({}))
      .then(forbidden('This quest is not for agents: its giver wants people to do it.'))
    given(asking({ agents: 'none' }))
      .when(accept(), of({}))
      .thenKinds(['accepted'])
  })

  test('refuses everybody else, where it wants them alone', () => {
    given(asking({ agents: 'only' }))
      .when(accept(), of({}))
      .then(
        forbidden('This quest is for agents alone: take it with an API key that says that it is an agent’s.'),
      )
    given(asking({ agents: 'only' }))
      .when(byAgent, of({}))
      .thenKinds(['accepted'])
  })

  test('marks their places, where they are to say so, and wherever they do', () => {
    for (const quest of [posted, asking({ agents: 'disclosed' })])
      given(quest)
        .when(byAgent, of({}))
        .then([
          {
            ...{ kind: 'accepted', farmer, account: null, expiresAt: at(14 * day), idleAt: at(3 * day) },
            agent: true,
          },
        ])
  })
})

describe('a quest for vouched accounts', () => {
  const account = { account: '7' }
  const said = (own: Word, repository: Trust['repository'] = null) =>
    of(account, { trust: { own, repository } })
  const vouched = asking({ vouched: true })

  test.each([
    ['its giver vouches for', said('vouched')],
    ['its repository vouches for', said(null, 'vouched')],
    ['its giver vouches for, though the repository denounces them', said('vouched', 'denounced')],
    ['its giver vouches for, though the repository was never read', said('vouched', 'unread')],
  ])('takes those whom %s', (_who, known) => {
    given(vouched).when(accept(), known).thenKinds(['accepted'])
  })

  test('refuses others, and says so of those whom nobody could name', () => {
    given(vouched)
      .when(accept(), said(null))
      .then(
        forbidden(
          'This quest is for accounts that its giver or its repository vouches for, and yours is not among them.',
        ),
      )
    given(vouched)
      .when(accept(), of({}, { trust: { own: null, repository: 'unread' } }))
      .then(
        forbidden(
          'This quest is for farmers whose account at the code host is vouched for; link yours to your profile first.',
        ),
      )
  })

  test('refuses for now where the repository was never read', () => {
    given(vouched)
      .when(accept(), said(null, 'unread'))
      .then(
        unknownYet(
          'This quest is for accounts that its repository vouches for, and the code host has not told yet which they are; try again in a minute.',
        ),
      )
  })

  test('refuses whom its giver denounces in every quest, and whom its repository denounces in such ones', () => {
    const refusal = forbidden('The giver of this quest takes no work from your code-host account.')
    for (const [quest, known] of [
      [posted, said('denounced')],
      [vouched, said('denounced', 'vouched')],
      [vouched, said(null, 'denounced')],
    ] as const)
      given(quest).when(accept(), known).then(refusal)
    given(posted).when(accept(), said(null, 'denounced')).thenKinds(['accepted'])
  })
})

describe('a quest for members', () => {
  test('is for nobody else', () => {
    given(asking({ members: true }))
      .when(accept(), of({}))
      .then(forbidden('This quest is for members of the community DAO.'))
    given(asking({ members: true }))
      .when(accept(), of({ isMember: true }))
      .thenKinds(['accepted'])
  })
})

describe('a quest for accounts of some age', () => {
  const aged = asking({ accountAgeDays: 30 })

  test('is for those alone, to the millisecond', () => {
    given(aged)
      .when(accept(), of({ account: '7', accountSince: at(0) - 30 * day }))
      .thenKinds(['accepted'])
    given(aged)
      .when(accept(), of({ account: '7', accountSince: at(0) - 30 * day + 1 }))
      .then(
        forbidden(
          'This quest is for farmers whose account at the code host is at least 30 days old; yours is newer.',
        ),
      )
  })

  test('asks farmers without an account for one, and those whose account nobody knows the age of to prove it anew', () => {
    given(aged)
      .when(accept(), of({}))
      .then(
        forbidden(
          'This quest is for farmers whose account at the code host is at least 30 days old; link yours to your profile first.',
        ),
      )
    given(asking({ accountAgeDays: 1 }))
      .when(accept(), of({ account: '7' }))
      .then(
        forbidden(
          'This quest is for accounts that are at least 1 day old, and nothing says how old yours is: prove it once more on your profile.',
        ),
      )
  })
})

describe('a giver who gives a farmer only so many places at once', () => {
  test('gives no more', () => {
    given(asking({ maxHeldHere: 2 }))
      .when(accept(), of({}, { heldHere: 2 }))
      .then(invalid("You have 2 of this giver's places, who gives a farmer 2 at once; finish one first."))
    given(asking({ maxHeldHere: 2 }))
      .when(accept(), of({}, { heldHere: 1 }))
      .thenKinds(['accepted'])
  })
})

describe('places kept for newcomers', () => {
  const keeping = asking({ newcomers: 1 })
  const kept = invalid('The places left in this quest are kept for farmers who have finished nothing yet.')

  test('are the last ones, for farmers who have finished something', () => {
    given(keeping)
      .when(accept(), of({ completed: 3 }))
      .thenKinds(['accepted'])
    given(keeping, accept(other))
      .when(accept(), of({ completed: 3 }))
      .then(kept)
    given(keeping, accept(other))
      .when(accept(), of({ accountFinished: true }))
      .then(kept)
  })

  test('are free for anybody once as many newcomers have one', () => {
    given(keeping, accept(other))
      .when(accept(), of({ completed: 3 }, { newcomersHere: 1 }))
      .thenKinds(['accepted'])
  })

  test('are marked as theirs', () => {
    given(keeping)
      .when(accept(), of({}))
      .then([
        {
          ...{ kind: 'accepted', farmer, account: null, expiresAt: at(14 * day), idleAt: at(3 * day) },
          newcomer: true,
        },
      ])
  })

  test('are no reason where no place is left at all', () => {
    given({ ...keeping, places: 1 }, ...ways.accepted)
      .when(accept(other), of({ completed: 3 }))
      .then(invalid('This quest has no place left.'))
  })
})

test('conditions that ask for nothing are none, and equal ones are the same text', () => {
  expect(writeConditions(null, {})).toBeNull()
  expect(writeConditions(null, { agents: 'any', newcomers: 0, members: false, maxHeldHere: 0 })).toBeNull()
  const one = writeConditions(null, { newcomers: 1, accountAgeDays: 3 })
  expect(one).toBe('{"accountAgeDays":3,"newcomers":1}')
  expect(writeConditions('{"newcomers":1}', { accountAgeDays: 3 })).toBe(one)
  expect(writeConditions(one, { newcomers: 0, accountAgeDays: undefined })).toBe('{"accountAgeDays":3}')
})

covers(['conditions.ts'])
