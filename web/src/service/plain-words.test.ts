import { expect, test } from 'vitest'
import { plainWords } from './plain-words.ts'

test.each([
  [
    'rewardAmount must have at most 6 decimals, as USDC has.',
    'The reward must have at most 6 decimals, as USDC has.',
  ],
  ['title must NOT have more than 200 characters.', 'The title must have at most 200 characters.'],
  ['skills.3 must NOT have fewer than 1 characters.', 'One of the skills must not be empty.'],
  ['maxFarmers must be >= 1.', 'The number of places must be at least 1.'],
  ['deadline must match format "date-time".', 'The deadline must be a date and a time.'],
  ['codehostIssue needs codehostRepo beside it.', 'The issue needs the repository beside it.'],
  [
    'This codehostUsername belongs to another address.',
    'This account at the code host belongs to another address.',
  ],
  ['giverProfile.website must be an http(s) URL.', 'The website must be an http(s) URL.'],
])('of “%s” a person reads “%s”', (said, read) => {
  expect(plainWords(said)).toBe(read)
})

test.each([
  'Only work in review can be returned; this is accepted.',
  'Only the giver can do this, with a wallet: returnWork(escrow, farmer).',
  'The title of the quest is taken.',
  'Pull request 7 of giver/myRepo proves this work already.',
])('“%s” stays as it is', sentence => {
  expect(plainWords(sentence)).toBe(sentence)
})
