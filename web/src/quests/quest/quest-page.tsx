import type { Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../../auth/session.tsx'
import { CiWorkflow } from '../../codehost/ci-workflow.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { QuestStatusTag } from '../quest-status.tsx'
import { QuestActions } from './actions/quest-actions.tsx'
import { Facts } from './facts.tsx'
import { Farmers } from './farmers.tsx'
import { InDispute } from './in-dispute.tsx'
import { Timeline } from './timeline/timeline.tsx'

const Markdown = lazy(() => import('../../ui/markdown.tsx').then(module => ({ default: module.Markdown })))
const route = getRouteApi('/quests/$id')

export function QuestPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', id],
    queryFn: () => furrow.quests.get(id),
    // On chain things happen while one waits for them.
    refetchInterval: ({ state }) => (state.data?.funding.rail === 'chain' ? 4_000 : 15_000),
  })
  if (error && !data)
    return (
      <Page title="Quest">
        <Failed error={error} retry={refetch} />
      </Page>
    )
  return data ? <QuestView quest={data} /> : <Loading label="Loading the quest" />
}

function QuestView({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const { codehost } = useConfig()
  const over = quest.status === 'completed' || quest.status === 'cancelled'
  const onGitHub = codehost === null || codehost.kind === 'github'
  const mine = sameAddress(address, quest.giver)
  return (
    <Page
      title={quest.title}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <QuestStatusTag quest={quest} />
          <span>
            posted <When at={quest.createdAt} /> by <AddressLink address={quest.giver} />
          </span>
        </span>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 gap-6">
          <Card as="section">
            <h2 className="sr-only">Description</h2>
            <Suspense fallback={<p className="whitespace-pre-wrap">{quest.description}</p>}>
              <Markdown text={quest.description} />
            </Suspense>
          </Card>
          <InDispute quest={quest} />
          <Farmers quest={quest} />
          <Timeline key={quest.id} quest={quest} />
        </div>
        <aside className="order-first grid gap-6 lg:sticky lg:top-24 lg:order-none">
          <Facts quest={quest} />
          <QuestActions quest={quest} />
          {mine && !over && onGitHub && quest.codehostRepo && <CiWorkflow />}
        </aside>
      </div>
    </Page>
  )
}
