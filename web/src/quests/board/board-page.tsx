import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useSession } from '../../auth/session.tsx'
import { FollowButton } from '../../notifications/follow-button.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { isReadyForMore, More, type PagedList } from '../../service/more.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { QuestCard, QuestRow } from '../quest-card.tsx'
import { BoardChips } from './board-chips.tsx'
import { BoardFilters } from './board-filters.tsx'
import { type BoardSearch, changed, filterOf, isFiltered, queryOf } from './board-search.ts'
import { useBoardTokens } from './board-tokens.ts'
import { Totals } from './totals.tsx'
import { useFacets } from './use-facets.ts'
import { type Layout, useLayout } from './use-layout.ts'
import { useOwnSide } from './use-own-side.ts'

const route = getRouteApi('/quests')
const pageSize = '24'
/** Two rows of cards, of one, two or three columns. */
const cardsIn = (width: number) => (width < 640 ? 2 : 6)

export function BoardPage() {
  const asked: BoardSearch = route.useSearch()
  const navigate = route.useNavigate()
  const { address, ask } = useSession()
  const [layout, setLayout] = useLayout()
  const search = useOwnSide(asked, address)
  const query = queryOf(search, address)
  const kept = search.status === 'bookmarked'
  const list = useInfiniteQuery({
    queryKey: ['quests', 'board', kept ? `kept by ${address}` : query],
    queryFn: ({ pageParam }) => {
      const page = { limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      return kept ? furrow.quests.bookmarks.list(page) : furrow.quests.list({ ...query, ...page })
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.cursor,
    placeholderData: former => former,
    enabled: query !== null,
  })
  const { data, error, hasNextPage, refetch } = list
  const { status = '' } = search
  const quests = useMemo(() => data?.pages.flatMap(page => page.items) ?? [], [data])
  const { facets, chips } = useFacets(search, kept ? null : query, data && quests)
  const change = (next: BoardSearch) =>
    navigate({ search: (former: BoardSearch) => changed(former, next), replace: true, resetScroll: false })
  const showAll = () => navigate({ search: { status: 'all' }, replace: true })
  const tokens = useBoardTokens(search, query, quests, hasNextPage)
  const inList = { name: kept ? 'kept' : JSON.stringify(query), items: quests, more: hasNextPage }

  return (
    <Page
      title={t`Quests`}
      actions={
        <LinkButton to="/quests/new" variant="primary">
          <Trans>Post a quest</Trans>
        </LinkButton>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <BoardFilters
          search={search}
          onChange={change}
          layout={layout}
          onLayout={setLayout}
          tokens={tokens}
        />
        {query !== null && !kept && (
          <>
            <BoardChips chips={chips} facets={facets} search={search} onChange={change} />
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <Totals facets={facets} />
              {(status === '' || status === 'open' || status === 'all') && (
                <FollowButton filter={filterOf(query)} />
              )}
            </div>
          </>
        )}
      </div>
      {query === null ? (
        search.status === 'mine' || kept ? (
          <Empty title={t`Sign in to see your quests.`}>
            <Button variant="primary" onClick={ask}>
              <Trans>Sign in with your wallet</Trans>
            </Button>
          </Empty>
        ) : (
          <Empty title={t`There are no quests that are “${status}”.`}>
            <Button onClick={showAll}>
              <Trans>Show all quests</Trans>
            </Button>
          </Empty>
        )
      ) : data === undefined ? (
        error ? (
          <Failed error={error} retry={refetch} />
        ) : (
          // As high as a phone: nothing below comes into sight only to leave it again.
          <Loading label={t`Loading quests`} rows={8} />
        )
      ) : quests.length === 0 && !hasNextPage ? (
        <Nothing search={search} onShowAll={showAll} />
      ) : (
        <>
          <Quests layout={layout} inList={inList} />
          {hasNextPage && <MoreInView list={list} />}
        </>
      )}
    </Page>
  )
}

type QuestsProps = {
  layout: Layout
  inList: { readonly name: string; readonly items: readonly Quest[]; readonly more: boolean }
}

function Quests({ layout, inList }: QuestsProps) {
  if (layout === 'rows')
    return (
      <LongList
        key="rows"
        {...inList}
        blockIn={() => 4}
        guess={300}
        className="overflow-hidden rounded-2xl border border-line bg-card shadow-card"
      >
        {(quest, place) => <QuestRow key={quest.id} quest={quest} {...place} />}
      </LongList>
    )
  return (
    <LongList
      key="cards"
      {...inList}
      blockIn={cardsIn}
      guess={492}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      {(quest, place) => <QuestCard key={quest.id} quest={quest} {...place} />}
    </LongList>
  )
}

function Nothing({ search, onShowAll }: { search: BoardSearch; onShowAll: () => void }) {
  const { status = 'open' } = search
  if (status === 'bookmarked')
    return (
      <Empty title={t`You have no bookmarks yet.`}>
        <Trans>The bookmark on a quest keeps it here, for you alone.</Trans>
      </Empty>
    )
  const title = isFiltered(search)
    ? t`No quest fits.`
    : status === 'open'
      ? t`No quest is open right now.`
      : t`There are none yet.`
  return (
    <Empty title={title}>
      <div className="grid justify-items-center gap-3">
        {status === 'open' && !isFiltered(search) && t`Post one, and farmers will find it here.`}
        {(status !== 'all' || isFiltered(search)) && (
          <Button onClick={onShowAll}>
            <Trans>Show all quests</Trans>
          </Button>
        )}
      </div>
    </Empty>
  )
}

/** Loads the next page when its place is in view; the button is for people who do not scroll. */
function MoreInView({ list }: { list: PagedList }) {
  const { fetchNextPage } = list
  const isReady = isReadyForMore(list)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null || !isReady) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) fetchNextPage()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [fetchNextPage, isReady])
  return (
    <div ref={end} className="grid py-4">
      <More list={list}>
        <Trans>Show more quests</Trans>
      </More>
    </div>
  )
}
