import type { ImportedIssue, NewQuest } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { isForgotten, nothingKept, questOf, rowOf, settle, sumsOf } from './rows.ts'

const issue = (number: number, questId: string | null = null): ImportedIssue => ({
  number,
  questId,
  url: `https://git.example.org/farm/gate/issues/${number}`,
  title: `Issue ${number}`,
  skills: ['iron, bent', 'wood'],
  codehostRepo: 'farm/gate',
  codehostIssue: String(number),
})
const hour = 60 * 60 * 1_000
const now = Date.UTC(2026, 10, 1)
const sent = (hoursAgo: number) => ({ key: 'k', quest: {} as NewQuest, at: now - hoursAgo * hour })

test('rows promise the rewards of all their places, by token', () => {
  const row = (amount: string, places = '1', token = 'USDC') => ({
    ...rowOf(nothingKept, issue(7), token),
    ...{ amount, places },
  })
  expect(sumsOf([row('0.1', '3'), row('0.2'), row('7', '2', 'DAI'), row(''), row('ten')])).toEqual([
    { token: 'USDC', amount: '0.5' },
    { token: 'DAI', amount: '14' },
  ])
})

describe('a row', () => {
  test('becomes a quest with the labels as they are, and the address of an issue without a text', () => {
    const row = { ...rowOf(nothingKept, issue(7), 'DAI'), amount: ' 40 ', places: '2' }
    expect(questOf(issue(7), row, 'repair')).toEqual({
      title: 'Issue 7',
      description: 'https://git.example.org/farm/gate/issues/7',
      reward: '40 DAI',
      rewardAmount: 40,
      rewardToken: 'DAI',
      skills: ['iron, bent', 'wood'],
      maxFarmers: 2,
      category: 'repair',
      codehostRepo: 'farm/gate',
      codehostIssue: '7',
    })
    expect(questOf({ ...issue(7), description: 'It squeaks.' }, row, 'repair').description).toBe(
      'It squeaks.',
    )
  })
})

describe('a new list', () => {
  test('settles quests that were sent: they are posted, or their key is forgotten', () => {
    const kept = { ...nothingKept, sent: { 1: sent(1), 2: sent(1), 3: sent(21), 4: sent(1) } }
    const settled = settle(kept, [issue(1), issue(2, 'quest-1'), issue(3)], now)
    expect(Object.keys(settled.sent)).toEqual(['1'])
    expect(settle(settled, [issue(1)], now)).toBe(settled)
  })

  test('is needed before a key that is nearly a day old is sent again', () => {
    expect(isForgotten(undefined, now)).toBe(false)
    expect(isForgotten(sent(19), now)).toBe(false)
    expect(isForgotten(sent(20), now)).toBe(true)
  })
})
