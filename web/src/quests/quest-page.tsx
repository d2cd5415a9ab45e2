import type { Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { furrow, useConfig } from '../app/furrow.ts'
import { useSession } from '../auth/session.tsx'
import { AddressLink } from '../ui/address-link.tsx'
import { Amount } from '../ui/amount.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { Failed, Loading } from '../ui/states.tsx'
import { Tag } from '../ui/tag.tsx'
import { When } from '../ui/time.tsx'
import { CiWorkflow } from './ci-workflow.tsx'
import { Farmers } from './farmers.tsx'
import { QuestActions } from './quest-actions.tsx'
import { placesLeft, QuestStatusTag } from './quest-status.tsx'
import { issueUrl, repoUrl } from './repo-links.ts'
import { Timeline } from './timeline.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then(module => ({ default: module.Markdown })))
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
  const mine = address?.toLowerCase() === quest.giver.toLowerCase()
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
          <Farmers quest={quest} />
          <Timeline quest={quest} />
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

function Facts({ quest }: { quest: Quest }) {
  const { codehost } = useConfig()
  const repo = repoUrl(quest, codehost?.url)
  const issue = issueUrl(quest, codehost)
  const { funding } = quest
  return (
    <Card className="grid gap-4">
      <div>
        <p className="text-sm text-muted">Reward, for each farmer</p>
        <p className="text-3xl">
          <Amount amount={String(quest.rewardAmount)} token={quest.rewardToken} />
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm [&_dd]:text-right [&_dt]:text-muted">
        <dt>Places</dt>
        <dd>
          {placesLeft(quest)} of {quest.maxFarmers} free
        </dd>
        <dt>Funds</dt>
        <dd>
          {fundingLabels[funding.status]} <Amount amount={funding.amount} token={funding.token} />
        </dd>
        <dt>Category</dt>
        <dd>{quest.category}</dd>
        {quest.deadline && (
          <>
            <dt>Deadline</dt>
            <dd>
              <When at={quest.deadline} />
            </dd>
          </>
        )}
        {quest.codehostRepo && (
          <>
            <dt>Repository</dt>
            <dd className="[overflow-wrap:anywhere]">
              {repo ? (
                <a href={repo} className="underline" rel="noreferrer">
                  {quest.codehostRepo}
                </a>
              ) : (
                quest.codehostRepo
              )}
            </dd>
          </>
        )}
        {quest.codehostIssue && (
          <>
            <dt>Issue</dt>
            <dd className="[overflow-wrap:anywhere]">
              {issue ? (
                <a href={issue} className="underline" rel="noreferrer">
                  {quest.codehostIssue}
                </a>
              ) : (
                quest.codehostIssue
              )}
            </dd>
          </>
        )}
      </dl>
      {quest.skills.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Skills">
          {quest.skills.map(skill => (
            <li key={skill}>
              <Tag>{skill}</Tag>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const fundingLabels: Record<Quest['funding']['status'], string> = {
  promised: 'Promised:',
  unfunded: 'To be paid in:',
  funded: 'Held by the contract:',
  settled: 'Settled:',
}
