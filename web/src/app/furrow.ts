import { createFurrow, type Furrow, FurrowError, type PublicConfig } from '@furrow/sdk'
import { QueryClient, useSuspenseQuery } from '@tanstack/react-query'

/** Where the service's interface is; the service writes it into the page. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="furrow-base"]')?.content ?? '/api'

/** The one client of this page; the session gives it its token. */
export const furrow: Furrow = createFurrow({ baseUrl: new URL(base, location.origin).href })

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && !(error instanceof FurrowError && error.status < 500),
    },
  },
})

export function useConfig(): PublicConfig {
  const { data } = useSuspenseQuery({
    queryKey: ['config'],
    queryFn: () => furrow.config(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** What to tell a person of something that failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FurrowError) return error.message
  if (error instanceof TypeError)
    return 'The service cannot be reached. Look at your connection and try again.'
  if (error instanceof Error && error.message !== '') return error.message
  return 'Something went wrong. Try again.'
}
