import type { Page } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { More } from '../service/more.tsx'
import { rows } from '../ui/section.tsx'
import { Empty, Loading } from '../ui/states.tsx'

type PagesProps<T> = {
  name: string
  read: (query: { cursor?: string }) => Promise<Page<T[]>>
  /** A title, and what would be here with the next step. */
  empty: { readonly title: string; readonly text: ReactNode }
  children: (item: T) => ReactNode
}

/** A list that is read page by page. */
export function Pages<T>({ name, read, empty, children }: PagesProps<T>) {
  const { address } = useSession()
  const list = useInfiniteQuery({
    queryKey: ['moderation', name, address],
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  const { data, error, refetch } = list
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  const items = data.pages.flatMap(page => page.items)
  if (items.length === 0) return <Empty title={empty.title}>{empty.text}</Empty>
  return (
    <>
      <ul className={rows}>{items.map(children)}</ul>
      <More list={list}>
        <Trans>Show more</Trans>
      </More>
    </>
  )
}
