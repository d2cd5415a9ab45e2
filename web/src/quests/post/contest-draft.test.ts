import { mostPrizes, NewQuest, TypedQuest } from '@furrow/sdk'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import {
  addPrize,
  chainOfContest,
  contestFromDraft,
  contestOf,
  draftOfContest,
  emptyContest,
  hasProblems,
  problemsOfContest,
  removePrize,
  sumOfPrizes,
  type TypedContest,
} from './contest-draft.ts'

const config = { tokens: [], chains: [], chain: null } as unknown as Parameters<typeof problemsOfContest>[1]

/** Next year, as a field for a moment has it. */
const year = new Date().getFullYear() + 1
const [until, decided] = [`${year}-05-01T12:00`, `${year}-05-08T12:00`]

function typed(prizes: readonly string[], change: Partial<TypedContest> = {}): TypedContest {
  return {
    ...emptyContest('USDC'),
    ...{ title: 'Draw a gate', description: 'It closes.', category: 'design', skills: 'drawing, gates' },
    ...{ entriesUntil: until, decideUntil: decided },
    prizes: prizes.map((amount, key) => ({ key, amount })),
    ...change,
  }
}

describe('a contest as it is typed', () => {
  test('has one to twenty prizes, whatever is added and removed', () => {
    const acts = fc.array(fc.oneof(fc.constant('add' as const), fc.nat(30)), { maxLength: 80 })
    fc.assert(
      fc.property(acts, some => {
        const { prizes } = some.reduce<TypedContest>(
          (contest, act) => (act === 'add' ? addPrize(contest) : removePrize(contest, act)),
          emptyContest('USDC'),
        )
        expect(prizes.length).toBeGreaterThanOrEqual(1)
        expect(prizes.length).toBeLessThanOrEqual(mostPrizes)
        expect(new Set(prizes.map(({ key }) => key)).size).toBe(prizes.length)
      }),
    )
  })

  test('is kept as a draft, and comes back from it as it was', () => {
    const change = { maxEntries: '40', sealed: true, byVotes: true }
    const blank = emptyContest('USDC')
    for (const contest of [blank, typed(['0.1', '', 'x']), typed(['5'], change)]) {
      const draft = draftOfContest(contest)
      expect(Value.Check(TypedQuest, draft)).toBe(true)
      expect(draft.mode).toBe('contest')
      expect(contestFromDraft(draft, blank)).toEqual(contest)
    }
    expect(contestFromDraft({}, blank)).toEqual(blank)
  })

  test('is posted with its prizes, their exact sum as the reward, and moments with a zone', () => {
    const quest = contestOf(typed(['0.1', ' 0.2 '], { maxEntries: '40', sealed: true }))
    expect(quest).toMatchObject({
      mode: 'contest',
      title: 'Draw a gate',
      reward: '0.3 USDC',
      rewardAmount: 0.3,
      prizes: ['0.1', '0.2'],
      maxFarmers: 1,
      entriesUntil: new Date(until).toISOString(),
      decideUntil: new Date(decided).toISOString(),
      maxEntries: 40,
      sealed: true,
      skills: ['drawing', 'gates'],
    })
    expect([...Value.Errors(NewQuest, quest)]).toEqual([])
    const open = contestOf(typed(['100']))
    expect(open).not.toHaveProperty('maxEntries')
    expect(open).not.toHaveProperty('sealed')
  })

  test('costs the exact sum of its prizes, as far as they are typed', () => {
    expect(sumOfPrizes(typed(['500', '200', '50']))).toBe('750')
    expect(sumOfPrizes(typed(['0.1', 'ten', '']))).toBe('0.1')
  })

  test('is objected to at each field, and not where it is right', () => {
    expect(hasProblems(problemsOfContest(typed(['500', '0.5']), config))).toBe(false)
    const wrong = problemsOfContest(
      typed(['1', '', '0', '1.000', '0.0000001'], {
        title: '',
        entriesUntil: '2020-01-01T12:00',
        decideUntil: '2020-01-01T12:00',
        maxEntries: '501',
      }),
      config,
    )
    const { prizes, ...others } = wrong
    expect(prizes.map(sentence => sentence !== undefined)).toEqual([false, true, true, true, true])
    expect(Object.keys(others).toSorted()).toEqual(['decideUntil', 'entriesUntil', 'maxEntries', 'title'])
  })

  test('is on a chain where its prizes can be divided, if there is one', () => {
    const chainOf = (splitter: string | undefined, active = true) => {
      const contract = { active, splitter, chainId: 8453, tokens: [{ symbol: 'USDC' }] }
      const one = { chain: { chainId: 8453 }, chains: [contract] }
      return chainOfContest(one as unknown as Parameters<typeof chainOfContest>[0], 'USDC')
    }
    expect([chainOf('0x'), chainOf(undefined), chainOf('0x', false)]).toEqual([8453, null, null])
    expect(chainOfContest(config, 'USDC')).toBeUndefined()
  })

  test('takes no sum that the interface cannot carry', () => {
    const { sum } = problemsOfContest(typed(['99999999999999', '0.000001']), config)
    expect(sum).toBeDefined()
  })
})
