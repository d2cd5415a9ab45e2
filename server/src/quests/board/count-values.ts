export function countValues(values: readonly string[]): { value: string; count: number }[] {
  return [...Map.groupBy(values, value => value)]
    .map(([value, all]) => ({ value, count: all.length }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
