import type { Quest, QuestFacets } from '@furrow/sdk'

type ChipField = 'category' | 'skill' | 'token'
export type Chip = { readonly field: ChipField; readonly value: string; readonly count: number }

const most: Readonly<Record<ChipField, number>> = { category: 4, skill: 8, token: 3 }

/** The same as the service counts it over all quests of a view, for those that are shown. */
export function facetsOf(quests: readonly Quest[]): Counted {
  const count = (values: readonly (readonly string[])[]) =>
    [
      ...Map.groupBy(
        values.flatMap(one => [...new Set(one)]),
        value => value,
      ),
    ]
      .map(([value, all]) => ({ value, count: all.length }))
      .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
  return {
    count: quests.length,
    categories: count(quests.map(({ category }) => [category])),
    skills: count(quests.map(({ skills }) => skills)),
    tokens: count(quests.map(({ rewardToken }) => [rewardToken])),
  }
}

type Counted = Pick<QuestFacets, 'count' | 'categories' | 'skills' | 'tokens'>

/**
 * Narrower choices among the quests, the most common first; a chosen one stands alone, so that it can be taken back. A
 * property of all quests is left out: it narrows nothing down.
 */
export function chipsOf(
  counted: Counted,
  chosen: Readonly<Partial<Record<ChipField, string | undefined>>>,
): readonly Chip[] {
  const valuesOf = { category: counted.categories, skill: counted.skills, token: counted.tokens }
  return (['category', 'skill', 'token'] as const).flatMap(field => {
    const values = valuesOf[field]
    const own = chosen[field]
    if (own) return [{ field, value: own, count: values.find(({ value }) => value === own)?.count ?? 0 }]
    return values
      .filter(({ count }) => count < counted.count || field === 'skill')
      .slice(0, most[field])
      .map(({ value, count }) => ({ field, value, count }))
  })
}
