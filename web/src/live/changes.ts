import type { LiveEvent } from '@furrow/sdk'
import type { Query, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../service/query-client.ts'

type Changed = Exclude<LiveEvent['type'], 'ready'>
const all: readonly Changed[] = ['quests', 'leaderboard', 'community-dao', 'mail', 'tasks']

/** A busy board is asked for once a second, and not by all browsers at the same moment. */
const pause = 1_000
const spread = 300

const waiting = new Set<Changed>()
let isPlanned = false
let askedAt = Number.NEGATIVE_INFINITY

/** Asks again soon for those parts of the page; for all of them where it is not known which changes were missed. */
export function askAgain(...changed: readonly Changed[]): void {
  for (const one of changed.length === 0 ? all : changed) waiting.add(one)
  if (waiting.has('mail')) waiting.add('tasks')
  if (isPlanned) return
  isPlanned = true
  setTimeout(ask, Math.max(Math.random() * spread, askedAt + pause - performance.now()))
}

/** Other types come from a later version of the service. */
export function isChange(type: string): type is Changed {
  return all.some(known => known === type)
}

function ask(): void {
  isPlanned = false
  askedAt = performance.now()
  const changed = [...waiting]
  waiting.clear()
  // A hidden page asks when somebody looks at it again.
  const refetchType = document.hidden ? 'none' : 'active'
  for (const one of changed)
    if (one === 'quests') void askForQuests(refetchType)
    else void queryClient.invalidateQueries({ queryKey: [one], refetchType })
}

/** A quest's own page shows more than the quest; the rest is asked for only where the quest changed. */
async function askForQuests(refetchType: 'none' | 'active'): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isQuest(queryKey) })
  const before = new Map(shown.map(query => [query, query.state.data]))
  await queryClient.invalidateQueries({
    queryKey: ['quests'],
    predicate: ({ queryKey }) => isQuest(queryKey) || !isOfQuest(queryKey),
    refetchType,
  })
  const isOther = (query: Query) => refetchType === 'none' || query.state.data !== before.get(query)
  for (const query of shown.filter(isOther))
    void queryClient.invalidateQueries({
      queryKey: query.queryKey,
      predicate: ({ queryKey }) => !isQuest(queryKey),
      refetchType,
    })
}

const isOfQuest = ([word, id]: QueryKey) => word === 'quests' && String(id).startsWith('quest-')
const isQuest = (key: QueryKey) => isOfQuest(key) && key.length === 2
