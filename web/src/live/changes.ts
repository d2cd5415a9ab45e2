import type { LiveEvent } from '@furrow/sdk'
import type { Query, QueryKey } from '@tanstack/react-query'
import { queryClient } from '../service/query-client.ts'
import { sleep } from '../service/sleep.ts'

type Changed = Exclude<LiveEvent['type'], 'ready'>
const all: readonly Changed[] = ['quests', 'leaderboard', 'community-dao', 'mail', 'tasks']

/** A busy board is asked for once a second, and not by all browsers at the same moment. */
const pause = 1_000
const spread = 300
/** The longest wait for answers that do not come. */
const patience = 10_000

const waiting = new Set<Changed>()
let isPlanned = false
let endedAt = Number.NEGATIVE_INFINITY

/** Asks again soon for those parts of the page; for all of them where it is not known which changes were missed. */
export function askAgain(...changed: readonly Changed[]): void {
  for (const one of changed.length === 0 ? all : changed) waiting.add(one)
  if (waiting.has('mail')) waiting.add('tasks')
  if (isPlanned) return
  isPlanned = true
  setTimeout(askInTurn, Math.max(Math.random() * spread, endedAt + pause - performance.now()))
}

/** Other types come from a later version of the service. */
export function isChange(type: string): type is Changed {
  return all.some(known => known === type)
}

/** To ask anew ends what is being read: on a slow line, a busy board would never be read to its end. */
async function askInTurn(): Promise<void> {
  const until = performance.now() + patience
  while (isReadOn() && performance.now() < until) await sleep(100)
  await Promise.race([ask(), sleep(patience)])
  isPlanned = false
  endedAt = performance.now()
  if (waiting.size > 0) askAgain(...waiting)
}

/** Whether somebody waits for a further page of a list. */
function isReadOn(): boolean {
  const running = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })
  return running.some(({ state }) => state.fetchMeta?.fetchMore)
}

async function ask(): Promise<void> {
  const changed = [...waiting]
  waiting.clear()
  // A hidden page asks when somebody looks at it again.
  const refetchType = document.hidden ? 'none' : 'active'
  await Promise.all(
    changed.map(one =>
      one === 'quests'
        ? askForQuests(refetchType)
        : queryClient.invalidateQueries({ queryKey: [one], refetchType }),
    ),
  )
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
  await Promise.all(
    shown.filter(isOther).map(({ queryKey }) =>
      queryClient.invalidateQueries({
        queryKey,
        predicate: ({ queryKey }) => !isQuest(queryKey),
        refetchType,
      }),
    ),
  )
}

const isOfQuest = ([word, id]: QueryKey) => word === 'quests' && String(id).startsWith('quest-')
const isQuest = (key: QueryKey) => isOfQuest(key) && key.length === 2
