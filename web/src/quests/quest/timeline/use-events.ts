import { everyPage, type Quest, type QuestEvent } from '@furrow/sdk'
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
  for await (const some of everyPage(from => furrow.quests.events(id, from))) events.push(...some)
  return events
}
