import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { QuestCard } from '../quest-card.tsx'
import { BoardFilters } from './board-filters.tsx'
import { type BoardSearch, isFiltered, queryOf } from './board-search.ts'

const route = getRouteApi('/')
const pageSize = '24'

export function BoardPage() {
  const search: BoardSearch = route.useSearch()
  const navigate = route.useNavigate()
  const query = queryOf(search)
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['quests', 'board', query],
      queryFn: ({ pageParam }) =>
        furrow.quests.list({ ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }),
      initialPageParam: null as string | null,
      getNextPageParam: page => page.cursor,
      placeholderData: former => former,
    })
  const quests = data?.pages.flatMap(page => page.items) ?? []
  const change = (next: BoardSearch) =>
    navigate({ search: (former: BoardSearch) => ({ ...former, ...next }), replace: true, resetScroll: false })

  return (
    <Page
      title="Quests"
      lead="Take a quest, finish it, and get paid when it is merged."
      actions={
        <LinkButton to="/quests/new" variant="primary">
          Post a quest
        </LinkButton>
      }
    >
      <BoardFilters search={search} onChange={change} />
      {isPending ? (
        <Loading label="Loading quests" />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : quests.length === 0 && !hasNextPage ? (
        <Empty title={isFiltered(search) ? 'No quest fits.' : 'The field is ready for its first quest.'}>
          {isFiltered(search) ? (
            <Button onClick={() => navigate({ search: {}, replace: true })}>Show all quests</Button>
          ) : (
            'Post one, and farmers will find it here.'
          )}
        </Empty>
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {quests.map(quest => (
              <QuestCard key={quest.id} quest={quest} />
            ))}
          </ul>
          {/* Anew for each page: one that is short, or has nothing in it, leaves the end in view. */}
          {hasNextPage && <More key={data.pages.length} busy={isFetchingNextPage} load={fetchNextPage} />}
        </>
      )}
    </Page>
  )
}

/** Loads the next page when it comes into view; the button is for those who do not scroll. */
function More({ busy, load }: { busy: boolean; load: () => unknown }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) load()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [load])
  return (
    <div ref={end} className="grid justify-items-center py-4">
      <Button busy={busy} onClick={() => load()}>
        Show more quests
      </Button>
    </div>
  )
}
