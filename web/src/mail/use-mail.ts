import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { often } from '../service/often.ts'

const pollEvery = 20_000

/** The service's search criteria, over the whole mailbox. */
export type Only = { readonly quest?: string; readonly from?: string }

/** One's mail, a page at a time; asked again while the page is looked at. */
export function useMail(only: Only = {}) {
  const { address } = useSession()
  const query = useInfiniteQuery({
    queryKey: ['mail', address, only],
    queryFn: ({ pageParam }) =>
      furrow.mail.list({ ...only, limit: '100', ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.cursor,
    enabled: address !== null,
    refetchInterval: () => often(pollEvery),
  })
  const { data } = query
  const messages = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  return { ...query, messages }
}
