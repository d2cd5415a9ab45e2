import type { PublicConfig } from '@furrow/sdk'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { furrow } from './furrow.ts'

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
