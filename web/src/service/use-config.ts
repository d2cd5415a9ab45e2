import type { PublicConfig } from '@furrow/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { furrow } from './furrow.ts'
import { queryClient } from './query-client.ts'

/** It does not change while a page is open. */
export const publicConfig = queryOptions({
  queryKey: ['config'],
  queryFn: () => furrow.config(),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The service's public settings. */
export function useConfig(): PublicConfig {
  return useSuspenseQuery(publicConfig).data
}

/** Asks for it before the first page does, so that no loaded page has to wait for it. */
export function askConfig(): void {
  queryClient.prefetchQuery(publicConfig)
}

/**
 * Answers for one account are not shown to the next one. The settings are the same for everyone and stay, and so do the pages
 * that need them.
 */
export function forgetAnswers(): void {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== publicConfig.queryKey[0] })
}
