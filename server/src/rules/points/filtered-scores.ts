import type { FilteredScoreTable } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Scored } from './scored.ts'

export type BoardFilter = { readonly skill: string; readonly token: string }

export function filterOf({ skill = '', token = '' }: { skill?: string; token?: string }): BoardFilter {
  return { skill: skill.trim().toLowerCase(), token: token.trim().toUpperCase() }
}

/** Kept once more by skill and token, so that no board reads a history. */
export function addFiltered(writes: Writes, scored: readonly Scored[]): void {
  const sums = new Map<string, FilteredScoreTable>()
  for (const { season, role, address, points, about } of scored)
    for (const filter of filtersOf(about)) {
      const row = { season, role, ...filter, address, points }
      const key = JSON.stringify([season, role, filter.skill, filter.token, address])
      const before = sums.get(key)?.points ?? 0
      sums.set(key, { ...row, points: before + points })
    }
  writes.add('filtered_scores', ['season', 'role', 'skill', 'token', 'address'], ...sums.values())
}

function filtersOf({ skills, token }: Scored['about']): BoardFilter[] {
  const symbol = token.toUpperCase()
  const names = new Set((JSON.parse(skills) as string[]).map(skill => skill.toLowerCase()))
  return ['', ...names].flatMap(skill =>
    (skill === '' ? [symbol] : ['', symbol]).map(token => ({ skill, token })),
  )
}
