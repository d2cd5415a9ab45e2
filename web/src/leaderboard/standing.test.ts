import type { Leaderboard } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { standingsOf } from './standing.ts'

const leaderboard = {
  farmers: [
    { address: '0xa', rank: 'Sprout', score: 300 },
    { address: '0xb', rank: 'Sprout', score: 100 },
    { address: '0xc', rank: 'Seed', score: 100 },
    { address: '0xd', rank: 'Seed', score: 50 },
  ],
  givers: [],
  guilds: [
    { name: 'Weeders', score: 5, members: 1 },
    { name: 'Mowers', score: 4, members: 1_200 },
  ],
} as unknown as Leaderboard

test('equal scores share a place, and the next place is left out', () => {
  expect(standingsOf(leaderboard, 'farmers').map(({ place }) => place)).toEqual([1, 2, 2, 4])
  expect(standingsOf(leaderboard, 'givers')).toEqual([])
})

test('a guild stands with its name and how many it is', () => {
  const [weeders, mowers] = standingsOf(leaderboard, 'guilds')
  expect(weeders).toMatchObject({ address: null, name: 'Weeders', note: `${(1).toLocaleString()} member` })
  expect(mowers?.note).toBe(`${(1_200).toLocaleString()} members`)
})
