import type { Quest } from '@furrow/sdk'

const filters = ['q', 'status', 'category', 'skill', 'token'] as const

export type BoardSearch = Partial<Record<(typeof filters)[number] | 'sort', string | undefined>>

/** What of a page's address the service is asked for. */
export function queryOf(search: BoardSearch): Record<string, string> {
  return Object.fromEntries(filters.flatMap(name => (search[name] ? [[name, search[name]]] : [])))
}

/** Another order than the service's own, newest first. */
export const orders: Readonly<Record<string, (a: Quest, b: Quest) => number>> = {
  reward: (a, b) => b.rewardAmount - a.rewardAmount,
  deadline: (a, b) => (a.deadline ?? '9').localeCompare(b.deadline ?? '9'),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
}
