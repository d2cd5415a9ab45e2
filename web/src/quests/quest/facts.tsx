import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { issueUrl, repoUrl } from '../../codehost/repo-links.ts'
import { useConfig } from '../../service/use-config.ts'
import { Amount, plainAmount } from '../../ui/amount.tsx'
import { Section } from '../../ui/section.tsx'
import { SkillList } from '../../ui/skill-list.tsx'
import { When } from '../../ui/time.tsx'
import { Estimate } from '../estimate.tsx'
import { payerWords } from '../payer-words.ts'
import { placesLeft } from '../quest-status.tsx'
import { needsOf } from './needs-of.ts'

export function Reward({ quest }: { quest: Quest }) {
  return (
    <div>
      <p className="text-sm text-muted">
        {quest.contest ? (
          <Trans>All prizes together</Trans>
        ) : quest.maxFarmers === 1 ? (
          <Trans>Reward</Trans>
        ) : (
          <Trans>Reward, for each farmer</Trans>
        )}
      </p>
      <p className="text-3xl">
        <Amount amount={plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
      </p>
      <Estimate amount={plainAmount(quest.rewardAmount)} token={quest.rewardToken} />
      {quest.rewardWithBackers !== undefined && (
        <p className="text-sm">
          <a href="#backers" className="underline">
            <Trans>
              With what others add: <Amount amount={quest.rewardWithBackers} token={quest.rewardToken} />
            </Trans>
          </a>
        </p>
      )}
    </div>
  )
}

/** The quest's context. */
export function Facts({ quest }: { quest: Quest }) {
  const { codehost } = useConfig()
  const repo = repoUrl(quest, codehost?.url)
  const free = placesLeft(quest)
  const all = quest.maxFarmers
  const issue = issueUrl(quest, codehost)
  return (
    <Section className="grid gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm [&_dd]:text-right [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-muted">
        {quest.contest === undefined && (
          <>
            <dt>
              <Trans>Places</Trans>
            </dt>
            <dd>
              <Trans>
                {free} of {all} free
              </Trans>
            </dd>
          </>
        )}
        {quest.admission === 'application' && (
          <>
            <dt>
              <Trans comment="Of the places in a quest: given by the giver">Given</Trans>
            </dt>
            <dd>
              <Trans>by the giver, to who applies</Trans>
            </dd>
          </>
        )}
        {quest.requires && (
          <>
            <dt>
              <Trans comment="What a farmer must have done before">Needs</Trans>
            </dt>
            <dd>{needsOf(quest.requires)}</dd>
          </>
        )}
        {quest.giverRecord && (
          <>
            <dt>
              <Trans comment="How the giver of a quest paid so far">Pays</Trans>
            </dt>
            <dd>{payerWords(quest)}</dd>
          </>
        )}
        <dt>
          <Trans>Category</Trans>
        </dt>
        <dd dir="auto">{quest.category}</dd>
        {quest.deadline && (
          <>
            <dt>
              <Trans>Deadline</Trans>
            </dt>
            <dd>
              <When at={quest.deadline} />
            </dd>
          </>
        )}
        {quest.codehostRepo && (
          <>
            <dt>
              <Trans>Repository</Trans>
            </dt>
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
        {quest.thanks?.for && <ThankedFor work={quest.thanks.for} />}
        {quest.codehostIssue && (
          <>
            <dt>
              <Trans>Issue</Trans>
            </dt>
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
      <SkillList skills={quest.skills} />
    </Section>
  )
}

/** The merged pull request of a thanks, or the quest whose work is tipped. */
function ThankedFor({ work }: { work: string }) {
  const isTip = work.startsWith('quest-')
  return (
    <>
      <dt>{isTip ? <Trans>Tip for</Trans> : <Trans>Pull request</Trans>}</dt>
      <dd>
        {isTip ? (
          <Link to="/quests/$id" params={{ id: work }} className="underline">
            <Trans>finished work</Trans>
          </Link>
        ) : (
          <a href={work} rel="noreferrer nofollow ugc" className="underline">
            {work.replace(/^https?:\/\/[^/]+\//, '')}
          </a>
        )}
      </dd>
    </>
  )
}
