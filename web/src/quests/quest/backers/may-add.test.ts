import type { Assignment, Backer, Quest } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { isOwedBy, mayAdd, mayStop, placesAhead, workToObject } from './may-add.ts'

const at = Date.parse('2026-03-01T00:00:00.000Z')
const addressOf = (n: number) => `0x${String(n).padStart(40, '0')}`
const [giver, backer, farmer, reader] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)]

const quest = {
  giver,
  status: 'open',
  maxFarmers: 2,
  farmers: [] as Assignment[],
  funding: { rail: 'ledger' },
} as unknown as Quest

const onChain = (status: Quest['funding']['status'], problem?: string) =>
  ({ rail: 'chain', status, problem }) as Quest['funding']

const added = (state: Backer['state'], made = at) =>
  ({ address: backer, amount: '20', state, questId: `quest-${made}-abc` }) satisfies Backer

const place = (fields: Partial<Assignment>) =>
  ({ address: farmer, status: 'accepted', pullRequest: null, submission: null, ...fields }) as Assignment

describe('the button to add to a reward', () => {
  test('is there for strangers while anybody may still earn it', () => {
    expect(mayAdd(quest, reader, at)).toBe(true)
    expect(mayAdd(quest, null, at)).toBe(true)
    const past = { ...quest, deadline: '2026-02-01T00:00:00.000Z' }
    expect(mayAdd(past, reader, at)).toBe(false)
    expect(mayAdd({ ...past, farmers: [place({})] }, reader, at)).toBe(true)
  })

  test.each<[string, Partial<Quest>]>([
    ['a contest', { contest: {} as NonNullable<Quest['contest']> }],
    ['a thanks', { thanks: { for: '' } }],
    ['a hidden quest', { hidden: { reason: '', at: '' } }],
    ['a quest on chain before its deposit', { funding: onChain('unfunded') }],
    ['a quest on chain with a wrong deposit', { funding: onChain('funded', 'It is too small.') }],
    ['what is added to another quest', { companionOf: 'quest-1-a' }],
    ['a quest that is over', { status: 'completed' }],
    ['a quest to which forty add', { backerCount: 40 }],
    ['a quest whose places are over', { maxFarmers: 1, farmers: [place({ status: 'released' })] }],
  ])('is not there for %s', (_, changed) => {
    expect(mayAdd({ ...quest, ...changed }, reader, at)).toBe(false)
  })

  test('is there on chain once the quest has its deposit', () => {
    expect(mayAdd({ ...quest, funding: onChain('funded') }, reader, at)).toBe(true)
  })

  test('is not there for the giver, a farmer, and those who add already', () => {
    expect(mayAdd(quest, giver, at)).toBe(false)
    expect(mayAdd({ ...quest, farmers: [place({ address: reader })] }, reader, at)).toBe(false)
    expect(mayAdd({ ...quest, backers: [added('promised')] }, backer, at)).toBe(false)
  })
})

test('an addition is for the places that are not over, and the parts of a team are none of their own', () => {
  const member = place({ status: 'released', memberOf: { farmer, share: 0.4 } })
  expect(placesAhead({ maxFarmers: 3, farmers: [place({ status: 'released' }), member, place({})] })).toBe(2)
})

test('the backer and the giver may end it while nobody has a place, and before it is paid in', () => {
  expect(mayStop(quest, added('promised'), backer)).toBe(true)
  expect(mayStop(quest, added('promised'), giver)).toBe(true)
  expect(mayStop(quest, added('promised'), reader)).toBe(false)
  expect(mayStop({ ...quest, farmers: [place({})] }, added('promised'), backer)).toBe(false)
  expect(mayStop({ ...quest, farmers: [place({})] }, added('unfunded'), backer)).toBe(true)
  expect(mayStop({ ...quest, status: 'cancelled' }, added('given-back'), giver)).toBe(false)
})

test('a backer may object to undecided work of others, once', () => {
  const [inReview, accepted, own] = [
    place({ status: 'in-review' }),
    place({ address: reader }),
    place({ address: backer, status: 'in-review' }),
  ]
  const shown = { ...quest, farmers: [inReview, accepted, own] }
  expect(workToObject(shown, backer, { ...quest, farmers: [] })).toEqual([inReview])
  expect(workToObject(shown, backer, { ...quest, farmers: [place({ status: 'disputed' })] })).toEqual([])
  expect(workToObject(shown, backer, { ...quest, funding: onChain('funded'), farmers: [] })).toEqual([])
})

test('a farmer finds the payments of those who added before the release of work that was handed in', () => {
  const released = place({
    status: 'released',
    releasedAt: new Date(at).toISOString(),
    submission: { url: '', note: 'x' },
  })
  expect(isOwedBy(added('followed', at - 1), released)).toBe(true)
  expect(isOwedBy(added('promised', at + 1), released)).toBe(false)
  expect(isOwedBy(added('followed', at - 1), place({ ...released, submission: null }))).toBe(false)
  expect(isOwedBy(added('objected'), place({ status: 'in-review' }))).toBe(true)
  expect(isOwedBy(added('promised'), place({ status: 'in-review' }))).toBe(false)
  expect(isOwedBy(added('followed'), undefined)).toBe(false)
})
