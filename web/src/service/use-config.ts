import type { PublicConfig } from '@furrow/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { furrow } from './furrow.ts'

/** What one needs to know of the service; it does not change while a page is open. */
export function useConfig(): PublicConfig {
  const { data } = useSuspenseQuery({
    queryKey: ['config'],
    queryFn: () => furrow.config(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
