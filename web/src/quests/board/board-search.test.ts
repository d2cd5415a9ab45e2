import { describe, expect, test } from 'vitest'
import { changed, isFiltered, queryOf } from './board-search.ts'

const ada = '0xAda'

describe('what the service is asked for', () => {
  test.each([
    // Open quests, unless something else is asked for.
    [{}, { status: 'open' }],
    [{ status: 'all' }, {}],
    [{ status: 'completed' }, { status: 'completed' }],
    [
      { status: 'disputed', q: 'gate' },
      { status: 'disputed', q: 'gate' },
    ],
    [{ status: 'mine' }, { giver: ada }],
    // A list of their own, which nothing narrows down.
    [{ status: 'bookmarked', q: 'gate', sort: 'oldest' }, {}],
    [
      { status: 'mine', as: 'farmer', skill: 's' },
      { farmer: ada, skill: 's' },
    ],
    [
      { status: 'all', q: 'gate', category: 'c', skill: 's', token: 't' },
      { q: 'gate', category: 'c', skill: 's', token: 't' },
    ],
    [{ status: 'all', q: '', skill: 's' }, { skill: 's' }],
    [{ status: 'all', utm_source: 'x' }, {}],
    [{ status: 'all', sort: 'oldest' }, { sort: 'oldest' }],
    [
      { status: 'all', sort: 'reward', token: 'USDC' },
      { sort: 'reward', token: 'USDC' },
    ],
    // The service refuses an order that needs a token, and those that this client does not know.
    [{ status: 'all', sort: 'reward' }, {}],
    [{ status: 'all', sort: 'reward', token: '' }, {}],
    [{ status: 'all', sort: 'constructor' }, {}],
    [
      { payer: 'proved', backing: 'escrow' },
      { status: 'open', payer: 'proved', backing: 'escrow' },
    ],
    [
      { token: 't', rewardFrom: '5', rewardBelow: '20.5', deadline: 'week', admission: 'open' },
      {
        status: 'open',
        token: 't',
        rewardFrom: '5',
        rewardBelow: '20.5',
        deadline: 'week',
        admission: 'open',
      },
    ],
    // The service refuses these.
    [{ rewardFrom: '5', rewardBelow: '20' }, { status: 'open' }],
    [
      { token: 't', rewardFrom: '-5', deadline: 'soon', admission: 'toString' },
      { status: 'open', token: 't' },
    ],
    [{ payer: 'rich', backing: 'gold' }, { status: 'open' }],
    // There is no such status.
    [{ status: 'nonsense' }, null],
    [{ status: 'constructor' }, null],
  ])('%j asks %j', (search, query) => expect(queryOf(search, ada)).toEqual(query))

  test('is nothing where nobody is there whose quests are meant', () => {
    for (const status of ['mine', 'bookmarked']) expect(queryOf({ status }, null)).toBeNull()
  })
})

test.each([
  [{}, false],
  [{ status: 'all', sort: 'oldest' }, false],
  [{ sort: 'oldest', q: '' }, false],
  [{ skill: 's' }, true],
  [{ payer: 'new' }, true],
  [{ payer: 'rich' }, false],
  [{ deadline: 'none' }, true],
  [{ rewardFrom: '5' }, false],
])('%j is filtered: %j', (search, filtered) => expect(isFiltered(search)).toBe(filtered))

test('without its token, a range of rewards means nothing', () => {
  const former = { token: 't', rewardFrom: '5', rewardBelow: '9', skill: 's' }
  expect(queryOf(changed(former, { token: undefined }), ada)).toEqual({ status: 'open', skill: 's' })
  expect(changed(former, { token: 'u', rewardFrom: '1', rewardBelow: undefined })).toMatchObject({
    token: 'u',
    rewardFrom: '1',
    rewardBelow: undefined,
  })
})
