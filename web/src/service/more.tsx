import { type ReactNode, useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { Failed } from './failed.tsx'

/** A list that is read page by page, as `useInfiniteQuery` gives it. */
export type PagedList = {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): unknown
}

/** The button for the next page; where that failed, the reason and another try, under all that was read before. */
export function More({ list, children }: { list: PagedList; children: ReactNode }) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  if (!hasNextPage) return null
  if (isFetchNextPageError && !isFetchingNextPage)
    return <Failed error={error} retry={() => fetchNextPage()} />
  return (
    <Button className="justify-self-center" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
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
 * Whether a further page may be read unasked. News of a change read the list anew and end the reading of a further page, so
 * that page waits for them and is asked for again; a page that failed waits for a click.
 */
export function isReadyForMore({ hasNextPage, isFetching, isFetchNextPageError }: PagedList): boolean {
  return hasNextPage && !isFetching && !isFetchNextPageError
}
