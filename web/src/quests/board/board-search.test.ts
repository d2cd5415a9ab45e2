import type { Quest } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { orders, queryOf } from './board-search.ts'

describe('what the service is asked for', () => {
  test.each([
    [{}, {}],
    [
      { q: 'gate', status: 'open', category: 'c', skill: 's', token: 't' },
      { q: 'gate', status: 'open', category: 'c', skill: 's', token: 't' },
    ],
    [{ q: '', status: undefined, skill: 's' }, { skill: 's' }],
    [{ sort: 'reward' }, {}],
    [{ q: 'gate', utm_source: 'x' }, { q: 'gate' }],
  ])('%j asks %j', (search, query) => expect(queryOf(search)).toEqual(query))
})

describe('another order', () => {
  const quests = [
    { id: 'a', rewardAmount: 1, createdAt: '2026-01-02', deadline: '2026-03-01' },
    { id: 'b', rewardAmount: 3, createdAt: '2026-01-01' },
    { id: 'c', rewardAmount: 2, createdAt: '2026-01-03', deadline: '2026-02-01' },
  ] as Quest[]
  const sorted = (name: string) => quests.toSorted(orders[name]).map(({ id }) => id)

  test('by reward has the highest first', () => expect(sorted('reward')).toEqual(['b', 'c', 'a']))
  test('by deadline has what has none last', () => expect(sorted('deadline')).toEqual(['c', 'a', 'b']))
  test('by age has the oldest first', () => expect(sorted('oldest')).toEqual(['b', 'a', 'c']))
  test('that is not known is none', () => expect(orders.constructor === undefined || orders['']).toBeFalsy())
})
