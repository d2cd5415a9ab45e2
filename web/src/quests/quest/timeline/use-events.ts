import { everyPage, type Quest, type QuestEvent } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../../service/furrow.ts'
import { queryClient } from '../../../service/query-client.ts'

/** All events of a quest; those that are new are asked for when the quest changes. */
export function useEvents({ id, updatedAt }: Quest) {
  return useQuery({
    queryKey: ['quests', id, 'events', updatedAt],
    queryFn: () => readNew(id, heldOf(id)),
    placeholderData: former => former,
    // The next version of the quest has all of them too.
    gcTime: 30_000,
  })
}

function heldOf(id: string): readonly QuestEvent[] {
  const held = queryClient.getQueriesData<readonly QuestEvent[]>({ queryKey: ['quests', id, 'events'] })
  return held.reduce<readonly QuestEvent[]>(
    (most, [, events = []]) => (events.length > most.length ? events : most),
    [],
  )
}

async function readNew(id: string, held: readonly QuestEvent[]): Promise<readonly QuestEvent[]> {
  const events = [...held]
  const after = held.at(-1)?.number
  const start = after === undefined ? {} : { cursor: String(after) }
  for await (const some of everyPage(from => furrow.quests.events(id, { ...start, ...from })))
    events.push(...some)
  return events
}
