import type { applicationSorts } from '@furrow/sdk/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { furrow } from '../../../service/furrow.ts'
import { often } from '../../../service/often.ts'

/** A reader's own application for a quest, if there is one. */
export function useOwnApplication(questId: string, address: string) {
  return useQuery({
    queryKey: ['quests', questId, 'application', address.toLowerCase()],
    queryFn: async () => (await furrow.quests.applications({ id: questId })).items[0] ?? null,
  })
}

export type ApplicationSort = (typeof applicationSorts)[number]

/** The applications that wait for the giver's answer, page by page. */
export function useWaiting(questId: string, sort: ApplicationSort) {
  return useInfiniteQuery({
    queryKey: ['quests', questId, 'applications', sort],
    queryFn: ({ pageParam: cursor }) =>
      furrow.quests.applications({ id: questId, sort, limit: '20', ...(cursor !== null && { cursor }) }),
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: () => often(15_000),
  })
}
