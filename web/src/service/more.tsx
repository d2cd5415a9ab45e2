import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Failed } from './failed.tsx'

/** A list that is read page by page, as `useInfiniteQuery` gives it. */
export type PagedList = {
  readonly data: { readonly pages: readonly unknown[] } | undefined
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): unknown
}

/** The button for the next page; where that failed, the reason and another try, under all that was read before. */
export function More({ list, children }: { list: PagedList; children: ReactNode }) {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const count = data?.pages.length ?? 0
  // A click holds until the page is there, whatever else is read meanwhile.
  const [clickedAt, setClickedAt] = useState(0)
  const isWanted = clickedAt > 0 && clickedAt === count
  useFurtherPages(list, isWanted)
  if (!hasNextPage) return null
  if (isFetchNextPageError && !isFetchingNextPage)
    return <Failed error={error} retry={() => fetchNextPage()} />
  return (
    <Button
      className="justify-self-center"
      busy={isWanted || isFetchingNextPage}
      onClick={() => setClickedAt(count)}
    >
      {children}
    </Button>
  )
}

/** Reads further pages while `isWanted`. */
export function useFurtherPages(list: PagedList, isWanted = true): void {
  const { fetchNextPage } = list
  const isNext = isWanted && isReadyForMore(list)
  useEffect(() => {
    if (isNext) fetchNextPage()
  }, [isNext, fetchNextPage])
}

/**
 * Whether a further page may be read unasked. After an act, the list is read anew, which ends the reading of a further page:
 * that page waits for it, and is asked for again. A page that failed waits for a click.
 */
export function isReadyForMore({ hasNextPage, isFetching, isFetchNextPageError }: PagedList): boolean {
  return hasNextPage && !isFetching && !isFetchNextPageError
}
