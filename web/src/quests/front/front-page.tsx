import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { NeedsYou, useNeedsAreComing } from '../../tasks/needs-you.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { community } from '../../ui/community.ts'
import { Loading } from '../../ui/states.tsx'
import { QuestCard } from '../quest-card.tsx'
import { Figures, useOverview } from './figures.tsx'
import { MoneySteps } from './money-steps.tsx'

const FirstQuest = lazy(() => import('./first-quest.tsx').then(({ FirstQuest }) => ({ default: FirstQuest })))

/** The first page: the purpose of this place, its figures, its newest quests, and the way of the money. */
export function FrontPage() {
  const { address } = useSession()
  const { data: overview } = useOverview()
  const needsAreComing = useNeedsAreComing()
  useEffect(() => {
    document.title = community.name
  }, [])
  return (
    <div className="grid gap-10">
      <div className="grid gap-6">
        <div className="grid gap-5 sm:pt-4">
          <h1
            dir="auto"
            className="max-w-3xl text-3xl font-semibold tracking-tight [overflow-wrap:anywhere] sm:text-[2.6rem]"
          >
            {community.text ?? t`Paid work for everyone: take a quest, finish it, get paid.`}
          </h1>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/quests" variant="primary">
              <Trans>Find work</Trans>
            </LinkButton>
            <LinkButton to="/quests/new">
              {overview?.empty ? <Trans>Post the first quest</Trans> : <Trans>Post a quest</Trans>}
            </LinkButton>
          </div>
        </div>
        <Figures overview={overview} />
      </div>
      {needsAreComing ? (
        <Loading rows={8} />
      ) : (
        <>
          <NeedsYou />
          {overview?.empty ? (
            <Suspense fallback={<Loading rows={8} />}>
              <FirstQuest />
            </Suspense>
          ) : (
            <Newest />
          )}
          {address === null && (
            <Suspense fallback={<Loading />}>
              <MoneySteps />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}

function Newest() {
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', 'newest'],
    queryFn: () => furrow.quests.list({ status: 'open', limit: '6' }),
  })
  return (
    <section aria-labelledby="newest" className="grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2 id="newest" className="text-xl font-semibold">
          <Trans>Newest quests</Trans>
        </h2>
        <LinkButton to="/quests" variant="quiet" className="-mr-4">
          <Trans>All quests</Trans>
        </LinkButton>
      </div>
      {data === undefined ? (
        error ? (
          <Failed error={error} retry={refetch} />
        ) : (
          // As high as a phone: nothing below comes into sight only to leave it again.
          <Loading label={t`Loading quests`} rows={8} />
        )
      ) : data.items.length === 0 ? (
        <p className="text-muted">
          <Trans>No quest is open right now.</Trans>
        </p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {data.items.map(quest => (
            <QuestCard key={quest.id} quest={quest} />
          ))}
        </ul>
      )}
    </section>
  )
}
