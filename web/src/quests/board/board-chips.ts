import type { Quest } from '@furrow/sdk'

type ChipField = 'category' | 'skill' | 'token'
export type Chip = { readonly field: ChipField; readonly value: string; readonly count: number }

const most: Readonly<Record<ChipField, number>> = { category: 4, skill: 8, token: 3 }

/**
 * Narrower choices among the shown quests, the most common first; a chosen one comes before all, so that it can be taken
 * back. A property of all shown quests is left out: it narrows nothing down.
 */
export function chipsOf(
  quests: readonly Quest[],
  chosen: Readonly<Partial<Record<ChipField, string | undefined>>>,
): readonly Chip[] {
  return (['category', 'skill', 'token'] as const).flatMap(field => {
    const values = quests.flatMap(quest => [...new Set(valuesOf(quest, field))])
    const counts = new Map(
      [...Map.groupBy(values, value => value)].map(([value, all]) => [value, all.length]),
    )
    const own = chosen[field]
    if (own) return [{ field, value: own, count: counts.get(own) ?? 0 }]
    return [...counts]
      .filter(([, count]) => count < quests.length || field === 'skill')
      .toSorted(([one, a], [other, b]) => b - a || one.localeCompare(other))
      .slice(0, most[field])
      .map(([value, count]) => ({ field, value, count }))
  })
}

function valuesOf({ category, skills, rewardToken }: Quest, field: ChipField): readonly string[] {
  return { category: [category], skill: skills, token: [rewardToken] }[field]
}
