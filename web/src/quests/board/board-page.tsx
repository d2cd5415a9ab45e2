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
import { type BoardSearch, orders, queryOf } from './board-search.ts'

const route = getRouteApi('/')
const pageSize = '24'
/** The service lists newest first: another order needs the quests that are to be put in order. */
const sortedPageSize = '1000'

export function BoardPage() {
  const search: BoardSearch = route.useSearch()
  const navigate = route.useNavigate()
  const query = queryOf(search)
  const order = orders[search.sort ?? '']
  const limit = order ? sortedPageSize : pageSize
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['quests', 'board', query, limit],
      queryFn: ({ pageParam }) =>
        furrow.quests.list({ ...query, limit, ...(pageParam !== null && { cursor: pageParam }) }),
      initialPageParam: null as string | null,
      getNextPageParam: page => page.cursor,
      placeholderData: former => former,
    })
  const quests = data?.pages.flatMap(page => page.items) ?? []
  const shown = order ? quests.toSorted(order) : quests
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
      ) : shown.length === 0 ? (
        <Empty
          title={Object.keys(query).length > 0 ? 'No quest fits.' : 'The field is ready for its first quest.'}
        >
          {Object.keys(query).length > 0 ? (
            <Button onClick={() => navigate({ search: {}, replace: true })}>Show all quests</Button>
          ) : (
            'Post one, and farmers will find it here.'
          )}
        </Empty>
      ) : (
        <>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {shown.map(quest => (
              <QuestCard key={quest.id} quest={quest} />
            ))}
          </ul>
          {hasNextPage && <More busy={isFetchingNextPage} load={fetchNextPage} />}
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
