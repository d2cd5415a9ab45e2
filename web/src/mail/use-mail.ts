import type { Message } from '@furrow/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { furrow } from '../app/furrow.ts'
import { useSession } from '../auth/session.tsx'

const pollEvery = 20_000
const everyone = '*'

export const boxes = ['inbox', 'sent', 'broadcasts'] as const
export type Box = (typeof boxes)[number]

const same = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

/** In which of the boxes a message lies, for its reader. A letter to oneself is in the inbox. */
export function boxOf({ from, to }: Message, reader: string | null): Box {
  if (to === everyone) return 'broadcasts'
  return same(from, reader) && !same(to, reader) ? 'sent' : 'inbox'
}

/** One's mail, a page at a time; asked again while the page is looked at. */
export function useMail() {
  const { address } = useSession()
  const query = useInfiniteQuery({
    queryKey: ['mail', address],
    queryFn: ({ pageParam }) =>
      furrow.mail.list({ limit: '100', ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.cursor,
    enabled: address !== null,
    refetchInterval: pollEvery,
  })
  const { data } = query
  const messages = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  return { ...query, messages }
}

/** Unread and not a broadcast; what one sent oneself is no news. */
export function useUnreadCount(): number {
  const { address } = useSession()
  const { messages } = useMail()
  return messages.filter(
    message => !message.read && message.to !== everyone && boxOf(message, address) !== 'sent',
  ).length
}
