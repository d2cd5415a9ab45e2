import type { Quest, QuestFeedQuery, QuestQuery } from '@furrow/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { furrow } from '../../service/furrow.ts'
import type { BoardSearch } from './board-search.ts'
import { chipsOf, facetsOf } from './chips.ts'

const nothing: readonly Quest[] = []

/**
 * The service's counts over all quests of the view, asked for once the board itself is there, and the choices that they
 * make; until then those of the quests that are shown.
 */
export function useFacets(
  { category, skill, token }: BoardSearch,
  query: Omit<QuestQuery, 'id'> | null,
  shown: readonly Quest[] | undefined,
) {
  const { sort: _, ...filter } = query ?? {}
  const { data: facets } = useQuery({
    queryKey: ['quests', 'facets', filter],
    queryFn: () => furrow.quests.facets(filter as QuestFeedQuery),
    enabled: query !== null && shown !== undefined,
    placeholderData: keepPreviousData,
  })
  const chips = useMemo(
    () => chipsOf(facets ?? facetsOf(shown ?? nothing), { category, skill, token }),
    [facets, shown, category, skill, token],
  )
  return { facets, chips }
}
