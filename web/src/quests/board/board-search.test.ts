import { describe, expect, test } from 'vitest'
import { isFiltered, queryOf } from './board-search.ts'

describe('what the service is asked for', () => {
  test.each([
    [{}, {}],
    [
      { q: 'gate', status: 'open', category: 'c', skill: 's', token: 't' },
      { q: 'gate', status: 'open', category: 'c', skill: 's', token: 't' },
    ],
    [{ q: '', status: undefined, skill: 's' }, { skill: 's' }],
    [{ q: 'gate', utm_source: 'x' }, { q: 'gate' }],
    [{ sort: 'oldest' }, { sort: 'oldest' }],
    [
      { sort: 'reward', token: 'USDC' },
      { sort: 'reward', token: 'USDC' },
    ],
    // An order that needs a token, and those that this client does not know, are refused by the service.
    [{ sort: 'reward' }, {}],
    [{ sort: 'reward', token: '' }, {}],
    [{ sort: 'constructor' }, {}],
    [{ sort: 'by the moon' }, {}],
  ])('%j asks %j', (search, query) => expect(queryOf(search)).toEqual(query))
})

test.each([
  [{}, false],
  [{ sort: 'oldest' }, false],
  [{ sort: 'oldest', q: '' }, false],
  [{ skill: 's' }, true],
])('%j is filtered: %j', (search, filtered) => expect(isFiltered(search)).toBe(filtered))
