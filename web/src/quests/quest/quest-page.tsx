import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { MessageLink } from '../../auth/message-link.tsx'
import { useSession } from '../../auth/session.tsx'
import { CiWorkflow } from '../../codehost/ci-workflow.tsx'
import { HiddenNotice } from '../../moderation/notices.tsx'
import { ReportButton } from '../../moderation/report-button.tsx'
import { ReportableText } from '../../moderation/reportable-text.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { Failed } from '../../service/failed.tsx'
import { often } from '../../service/often.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { BookmarkToggle } from '../bookmark-toggle.tsx'
import { isCrowd } from '../crowd.ts'
import { readSponsorWords } from '../escrow/sponsor-link.ts'
import { nextOfGiver } from '../next-of-giver.ts'
import { questQuery } from '../quest-query.ts'
import { QuestStatusTag } from '../quest-status.tsx'
import { ShareButton } from '../share-button.tsx'
import { isOver } from '../way/is-over.ts'
import { WayStrip, WayWords } from '../way/way-strip.tsx'
import { NextActions, OtherActions } from './actions/quest-actions.tsx'
import { Applicants } from './applications/applicants.tsx'
import { BackersOfQuest } from './backers/backers-of-quest.tsx'
import { CompanionPage } from './companion-page.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { ReviewDesk } from './desk/review-desk.tsx'
import { Facts, Reward } from './facts.tsx'
import { Farmers } from './farmers.tsx'
import { InDispute } from './in-dispute.tsx'
import { Owed } from './payments/owed.tsx'
import { Revisions } from './revisions.tsx'
import { useEvents } from './timeline/use-events.ts'
import { WouldItPay } from './would-it-pay/would-it-pay.tsx'

const route = getRouteApi('/quests/$id')

const PlanOfQuest = lazy(async () => ({ default: (await import('./plan.tsx')).PlanOfQuest }))

const ContestOfQuest = lazy(async () => ({
  default: (await import('./contest/contest-of-quest.tsx')).ContestOfQuest,
}))

const SponsorCard = lazy(async () => ({
  default: (await import('../escrow/sponsor-card.tsx')).SponsorCard,
}))

export function QuestPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery({
    ...questQuery(id),
    // Things happen on chain while the reader waits for them.
    refetchInterval: ({ state }) => often(isMoving(state.data) ? 4_000 : 15_000, 5),
  })
  if (error && !data)
    return (
      <Page title={t`Quest`}>
        <Failed error={error} retry={refetch} />
      </Page>
    )
  if (data?.companionOf !== undefined) return <CompanionPage quest={data} of={data.companionOf} />
  return data ? <QuestView quest={data} /> : <Loading label={t`Loading the quest`} />
}

function isMoving(quest: Quest | undefined): boolean {
  if (quest === undefined) return false
  return (
    quest.funding.rail === 'chain' || quest.farmers.some(({ payment }) => payment?.status === 'confirming')
  )
}

function QuestView({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const { codehost } = useConfig()
  const over = isOver(quest)
  const onGitHub = codehost === null || codehost.kind === 'github'
  const mine = sameAddress(address, quest.giver)
  const hasDesk = mine && isCrowd(quest)
  const { contest, funding } = quest
  const isRunning = contest !== undefined && contest.stage !== 'decided'
  // Its giver pays the prizes in, and approves or disputes their payment.
  const isGivers = mine && (funding.status === 'unfunded' || contest?.stage === 'paying')
  const hasActions = !isRunning || isGivers || contest.stage === 'paying'
  const { data: events } = useEvents(quest)
  const paysNext = nextOfGiver(quest)?.kind === 'pay'
  const { hash } = useLocation()
  const sponsored = quest.funding.rail === 'chain' && !mine ? readSponsorWords(`#${hash}`) : null
  return (
    <Page
      title={quest.title}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {(over || quest.paused) && <QuestStatusTag quest={quest} />}
          <span className="inline-flex max-w-full items-center gap-1">
            <span>
              <Trans>
                posted <When at={quest.createdAt} /> by <AddressLink address={quest.giver} />
              </Trans>
            </span>
            <MessageLink address={quest.giver} />
          </span>
        </span>
      }
    >
      {/* No grid: a sticky element stays in sight only within its own cell there. */}
      <div className="space-y-4">
        {quest.hidden && (
          <HiddenNotice hidden={quest.hidden} isOwn={mine}>
            {mine
              ? t`Only you, your farmers and moderators still see this quest, and nobody new can take it. Work under way goes on, and is paid.`
              : t`Strangers do not see this quest any more. Work under way goes on, and is paid.`}
          </HiddenNotice>
        )}
        {/* A contest has its own times until it is decided. */}
        {!isRunning && (
          <>
            <WayStrip quest={quest} events={events} />
            <WayWords quest={quest} />
          </>
        )}
        <div className="grid items-start gap-6 pt-2 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid min-w-0 gap-6">
            <section>
              <h2 className="sr-only">
                <Trans>Description</Trans>
              </h2>
              <ReportableText text={quest.description} author={quest.giver} />
            </section>
            <Suspense>
              <PlanOfQuest quest={quest} />
              {quest.contest && <ContestOfQuest key={quest.id} quest={quest} contest={quest.contest} />}
            </Suspense>
            {/* The work that waits for the giver comes before what others have to say about it. */}
            {hasDesk && <ReviewDesk key={quest.id} quest={quest} />}
            <InDispute quest={quest} events={events} />
            <Applicants quest={quest} />
            {!hasDesk && <Farmers quest={quest} events={events} />}
            <BackersOfQuest key={quest.id} quest={quest} />
            <Revisions quest={quest} />
            <Conversation key={quest.id} quest={quest} />
          </div>
          {/* The next action stays at the top of the column; the rest scrolls away below it. */}
          <aside className="order-first grid gap-6 lg:order-none lg:block lg:space-y-6 lg:self-stretch">
            <div className="grid gap-4 lg:sticky lg:top-46 lg:z-10 lg:bg-paper lg:py-2">
              <Reward quest={quest} />
              {paysNext && <Owed quest={quest} />}
              {sponsored && (
                <Suspense>
                  <SponsorCard quest={quest} words={sponsored} />
                </Suspense>
              )}
              {hasActions && <NextActions quest={quest} />}
            </div>
            <div className="grid gap-6 lg:[&_:is(a,button,input)]:scroll-mt-48">
              {hasActions && <OtherActions quest={quest} />}
              {!paysNext && <Owed quest={quest} />}
              <Facts quest={quest} />
              <WouldItPay key={quest.id} quest={quest} />
              {mine && !over && onGitHub && quest.codehostRepo && <CiWorkflow />}
              <div className="flex flex-wrap items-center justify-end justify-self-end text-muted">
                {!quest.hidden && <BookmarkToggle quest={quest} />}
                {!quest.hidden && <ShareButton quest={quest} />}
                <ReportButton key={quest.id} kind="quest" id={quest.id} owner={quest.giver} />
              </div>
            </div>
          </aside>
        </div>
      </div>
    </Page>
  )
}
