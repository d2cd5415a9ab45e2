import { FurrowError } from '@furrow/sdk'
import { QueryClient } from '@tanstack/react-query'

/**
 * The service's answers, kept for a while; a refused question is not asked again. Without a connection, reads and acts fail
 * after a few tries: an act that waited for the network would pay when its reader has long been elsewhere.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (count, error) => count < 2 && !isRefusal(error),
    },
  },
})

/** The service did answer, and said no; status 0 is no answer at all. */
export function isRefusal(error: Error): boolean {
  return error instanceof FurrowError && error.status >= 400 && error.status < 500
}
