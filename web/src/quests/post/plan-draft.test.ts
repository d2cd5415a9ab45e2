import { mostParts } from '@furrow/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addPart,
  emptyPlan,
  fewestParts,
  problemsOfPlan,
  questsOf,
  removePart,
  sumOfPlan,
  type TypedPlan,
} from './plan-draft.ts'

const config = { tokens: [], chains: [], chain: null } as unknown as Parameters<typeof problemsOfPlan>[1]

function typed(...parts: readonly Partial<TypedPlan['parts'][number]>[]): TypedPlan {
  const plan = emptyPlan('USDC')
  return {
    shared: { ...plan.shared, category: 'building', skills: 'digging, fences' },
    parts: parts.map((part, key) => ({
      ...(plan.parts[0] as TypedPlan['parts'][number]),
      ...{ title: 'Dig', description: 'Deep enough.', amount: '10' },
      ...part,
      key,
    })),
  }
}

describe('a plan as it is typed', () => {
  test('has two to ten parts, whatever is added and removed', () => {
    const acts = fc.array(fc.oneof(fc.constant('add' as const), fc.nat(12)), { maxLength: 60 })
    fc.assert(
      fc.property(acts, some => {
        const plan = some.reduce<TypedPlan>(
          (plan, act) => (act === 'add' ? addPart(plan) : removePart(plan, act)),
          emptyPlan('USDC'),
        )
        const { length } = plan.parts
        expect(length).toBeGreaterThanOrEqual(fewestParts)
        expect(length).toBeLessThanOrEqual(mostParts)
        expect(new Set(plan.parts.map(({ key }) => key)).size).toBe(length)
      }),
    )
  })

  test('is posted as quests with what is common to all, in their order', () => {
    expect(questsOf(typed({ title: 'Dig' }, { title: 'Build', places: '2', amount: '0.5' }))).toMatchObject([
      {
        title: 'Dig',
        rewardAmount: 10,
        rewardToken: 'USDC',
        category: 'building',
        skills: ['digging', 'fences'],
      },
      { title: 'Build', rewardAmount: 0.5, maxFarmers: 2, category: 'building' },
    ])
  })

  test('costs the exact sum of all places, as far as it is typed', () => {
    expect(sumOfPlan(typed({ amount: '0.1', places: '3' }, { amount: '0.2' }))).toBe('0.5')
    expect(sumOfPlan(typed({ amount: '' }, { amount: 'ten' }))).toBe('0')
    expect(sumOfPlan(typed({ amount: '1' }, { amount: '2', places: '0' }))).toBe('1')
  })

  test('is objected to part by part', () => {
    const [first, second] = problemsOfPlan(typed({}, { title: '', amount: '1.000' }), config)
    expect(first).toEqual({})
    expect(Object.keys(second ?? {}).toSorted()).toEqual(['amount', 'title'])
  })
})
