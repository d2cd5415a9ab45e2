import type { QuestFeedQuery, QuestQuery } from '@furrow/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'

/** What the service counts over all quests of the view, once the board itself is there. */
export function useFacets(query: Omit<QuestQuery, 'id'> | null, ready: boolean) {
  const { sort: _, ...filter } = query ?? {}
  const { data } = useQuery({
    queryKey: ['quests', 'facets', filter],
    queryFn: () => furrow.quests.facets(filter as QuestFeedQuery),
    enabled: query !== null && ready,
    placeholderData: keepPreviousData,
  })
  return data
}
