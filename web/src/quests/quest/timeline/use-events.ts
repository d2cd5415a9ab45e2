import type { Quest, QuestEvent } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../../service/furrow.ts'

/** All events of a quest; asked again when the quest changes. */
export function useEvents({ id, updatedAt }: Quest) {
  return useQuery({
    queryKey: ['quests', id, 'events', updatedAt],
    queryFn: () => readEvents(id),
    placeholderData: former => former,
  })
}

async function readEvents(id: string): Promise<readonly QuestEvent[]> {
  const events: QuestEvent[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof furrow.quests.events>> = await furrow.quests.events(
      id,
      cursor === null ? {} : { cursor },
    )
    events.push(...page.items)
    cursor = page.cursor
  } while (cursor !== null)
  return events
}
