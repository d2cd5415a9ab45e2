import type { QuestQuery, QuestSort } from '@furrow/sdk'

const filters = ['q', 'status', 'category', 'skill', 'token'] as const

export type BoardSearch = Partial<Record<(typeof filters)[number] | 'sort', string | undefined>>

/** Other orders than the service's own, newest first. */
export const sortLabels: Readonly<Record<Exclude<QuestSort, 'newest'>, string>> = {
  oldest: 'Oldest',
  reward: 'Highest reward',
  deadline: 'Deadline',
  relevance: 'Best match',
}

/** What of a page's address the service is asked for. */
export function queryOf(search: BoardSearch): Omit<QuestQuery, 'id'> {
  const given = Object.fromEntries(filters.flatMap(name => (search[name] ? [[name, search[name]]] : [])))
  return isSort(search.sort) && !lacksToken(search) ? { ...given, sort: search.sort } : given
}

/** Rewards are compared within one token: until there is one, the newest come first. */
export function lacksToken({ sort, token }: BoardSearch): boolean {
  return sort === 'reward' && !token
}

/** Whether it asks for fewer quests than there are. */
export function isFiltered(search: BoardSearch): boolean {
  return filters.some(name => search[name])
}

function isSort(name: string | undefined): name is keyof typeof sortLabels {
  return name !== undefined && Object.hasOwn(sortLabels, name)
}
