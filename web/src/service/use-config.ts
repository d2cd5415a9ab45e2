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

/** What one needs to know of the service. */
export function useConfig(): PublicConfig {
  return useSuspenseQuery(publicConfig).data
}

/** Asks for it before the first page does, so that no page which is there already has to wait for it. */
export function askConfig(): void {
  queryClient.prefetchQuery(publicConfig)
}

/** What was answered to an account is not shown to the next one. What is the same for everyone stays, and so do the pages that need it. */
export function forgetAnswers(): void {
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== publicConfig.queryKey[0] })
}
