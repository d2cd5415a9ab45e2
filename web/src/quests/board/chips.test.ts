import type { Quest } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { chipsOf, facetsOf } from './chips.ts'

const quest = (category: string, rewardToken: string, ...skills: readonly string[]) =>
  ({ category, rewardToken, skills }) as Quest

const quests = [
  quest('garden', 'USDC', 'spade', 'rake', 'spade'),
  quest('garden', 'USDC', 'rake'),
  quest('code', 'USDC', 'css'),
]
const told = (chosen: Parameters<typeof chipsOf>[1]) =>
  chipsOf(facetsOf(quests), chosen).map(({ field, value, count }) => `${field} ${value} ${count}`)

test('the most common comes first, each quest counts once, and what all have is no choice', () => {
  expect(told({})).toEqual([
    'category garden 2',
    'category code 1',
    'skill rake 2',
    'skill css 1',
    'skill spade 1',
  ])
})

test('what is chosen can be taken back, also where nothing has it', () => {
  expect(told({ skill: 'juggling', token: 'USDC' })).toEqual([
    'category garden 2',
    'category code 1',
    'skill juggling 0',
    'token USDC 3',
  ])
})
