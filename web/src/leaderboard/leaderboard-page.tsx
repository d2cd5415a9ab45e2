import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { LinkButton } from '../ui/button.tsx'
import { useGrowing } from '../ui/growing.ts'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { BoardFilters, type BoardSearch } from './board-filters.tsx'
import { Podium } from './podium.tsx'
import { Ranks } from './ranks.tsx'
import { Rules } from './rules.tsx'
import { daysOf, SeasonBand } from './season-band.tsx'
import { type Board, boards, standingsOf } from './standing.ts'
import { StandingsTable } from './standings-table.tsx'

const route = getRouteApi('/leaderboard')

export function LeaderboardPage() {
  const { board: asked, season, skill, token } = route.useSearch()
  const navigate = route.useNavigate()
  const board = boards.find(({ value }) => value === asked)?.value ?? 'farmers'
  const { data, error, refetch } = useQuery({
    queryKey: ['leaderboard', season, skill, token],
    queryFn: () =>
      furrow.leaderboard({
        ...(season !== undefined && { season: Number(season) }),
        ...(skill !== undefined && { skill }),
        ...(token !== undefined && { token }),
      }),
    placeholderData: keepPreviousData,
  })
  const search = useCallback(
    (next: BoardSearch & { board?: Board | undefined }) =>
      navigate({ search: before => ({ ...before, ...next }), resetScroll: false }),
    [navigate],
  )
  const standings = useMemo(() => (data ? standingsOf(data, board) : []), [data, board])
  // A returning reader finds their place at once; for a new one the lines below the podium come a frame later.
  const isReturning = useRef(data !== undefined)
  const isWhole = useGrowing(data ? 'board' : '', 2, isReturning.current ? 2 : 1) === 2

  return (
    <Page
      title={t`Leaderboard`}
      lead={t`Work for many people counts for more than much work for one.`}
      actions={
        <LinkButton to="/farmers">
          <Trans>Find farmers</Trans>
        </LinkButton>
      }
    >
      {data && <SeasonBand season={data.season} />}
      {/* The season stands above the board, and pushes nothing down when it comes. */}
      {(data || error) && (
        <>
          <BoardFilters data={data} search={{ season, skill, token }} onChange={search} />
          <div className="max-w-sm">
            <Tabs
              label={t({ message: 'Board', comment: 'A choice: farmers, givers or guilds' })}
              value={board}
              tabs={boards}
              onChange={next => search({ board: next === 'farmers' ? undefined : next })}
            />
          </div>
        </>
      )}
      {data ? (
        <>
          {standings.length === 0 ? (
            <NoStandings board={board} filtered={skill !== undefined || token !== undefined} />
          ) : (
            <Podium standings={standings.slice(0, 3)} />
          )}
          {isWhole && standings.length > 3 && (
            <StandingsTable standings={standings} from={3} name={board} key={board} />
          )}
          {isWhole && board !== 'guilds' && <Ranks />}
          {isWhole && <Rules days={daysOf(data.season)} />}
        </>
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading label={t`Loading the leaderboard`} rows={4} />
      )}
    </Page>
  )
}

const invitations: Record<Board, string> = {
  farmers: t`Finish a quest, and you are the first on the board.`,
  givers: t`Post a quest and pay for the work, and you are the first on the board.`,
  guilds: t`Name your guild in your profile, and it is on the board.`,
}

function NoStandings({ board, filtered }: { board: Board; filtered: boolean }) {
  if (!filtered) return <NewSeason board={board} />
  return (
    <Empty title={t`Nobody is on this board.`}>
      <p>
        {board === 'guilds'
          ? t`Guilds have no boards of a skill or a token.`
          : t`No work of that skill or token counted in this season.`}
      </p>
    </Empty>
  )
}

function NewSeason({ board }: { board: Board }) {
  return (
    <Empty title={t`Nobody has points in this season yet.`}>
      <p className="mb-4">{invitations[board]}</p>
      <LinkButton to={board === 'givers' ? '/quests/new' : '/'} variant="primary">
        {board === 'givers' ? t`Post a quest` : t`To the quests`}
      </LinkButton>
    </Empty>
  )
}
