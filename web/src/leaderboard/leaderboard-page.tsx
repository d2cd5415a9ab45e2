import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loading } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Podium } from './podium.tsx'
import { Ranks } from './ranks.tsx'
import { SeasonBand } from './season-band.tsx'
import { type Board, boards, standingsOf } from './standing.ts'
import { StandingsTable } from './standings-table.tsx'

const route = getRouteApi('/leaderboard')

export function LeaderboardPage() {
  const { board: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const board = boards.find(({ value }) => value === asked)?.value ?? 'farmers'
  const { data, error, refetch } = useQuery({
    queryKey: ['leaderboard'],
    queryFn: () => furrow.leaderboard(),
  })
  const standings = useMemo(() => (data ? standingsOf(data, board) : []), [data, board])

  return (
    <Page title="Leaderboard" lead="Work for many people counts for more than much work for one.">
      {data && <SeasonBand season={data.season} />}
      <div className="max-w-sm">
        <Tabs
          label="Board"
          value={board}
          tabs={boards}
          onChange={next =>
            navigate({ search: { board: next === 'farmers' ? undefined : next }, resetScroll: false })
          }
        />
      </div>
      {data ? (
        <>
          {standings.length === 0 ? (
            <NewSeason board={board} />
          ) : (
            <Podium standings={standings.slice(0, 3)} />
          )}
          {standings.length > 3 && <StandingsTable standings={standings} from={3} key={board} />}
          {board !== 'guilds' && <Ranks />}
        </>
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <Loading label="Loading the leaderboard" rows={4} />
      )}
    </Page>
  )
}

const invitations: Record<Board, string> = {
  farmers: 'Finish a quest, and you are the first on the board.',
  givers: 'Post a quest and pay for the work, and you are the first on the board.',
  guilds: 'Name your guild in your profile, and it is on the board.',
}

function NewSeason({ board }: { board: Board }) {
  return (
    <Empty title="The field is freshly ploughed.">
      <p className="mb-4">{invitations[board]}</p>
      <LinkButton to={board === 'givers' ? '/quests/new' : '/'} variant="primary">
        {board === 'givers' ? 'Post a quest' : 'To the quests'}
      </LinkButton>
    </Empty>
  )
}
