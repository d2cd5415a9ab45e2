import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../auth/session.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'
import { Amount, plainAmount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { InReach } from '../../ui/in-reach.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Estimate } from '../estimate.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { isOver } from '../way/is-over.ts'
import { WayStrip, WayWords } from '../way/way-strip.tsx'
import { PlatformActions } from './actions/platform-actions.tsx'
import { custodyOfPart } from './backers/custody-of-part.ts'
import { OwnDeposit } from './backers/deposit.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { Farmers } from './farmers.tsx'
import { InDispute } from './in-dispute.tsx'
import { AnswerDialog } from './judging/answer-dialog.tsx'
import { ConfirmPayment } from './payments/confirm-payment.tsx'
import { Owed } from './payments/owed.tsx'
import { ReleasedWork } from './payments/work-payment.tsx'
import { useEvents } from './timeline/use-events.ts'

/** What one person adds to the reward of a quest, for the two sides of it: who is owed, how it is paid, and its dispute. */
export function CompanionPage({ quest, of }: { quest: Quest; of: string }) {
  const { address } = useSession()
  const { platformWallet } = useConfig()
  const { data: events } = useEvents(quest)
  const isBacker = sameAddress(address, quest.giver)
  const onChain = quest.funding.rail === 'chain'
  const isJudge = sameAddress(address, platformWallet) || sameAddress(address, quest.funding.arbiter)
  return (
    <Page
      title={quest.title}
      lead={
        <Trans>
          <AddressLink address={quest.giver} /> adds this to the reward of{' '}
          <Link to="/quests/$id" params={{ id: of }} className="underline">
            the quest
          </Link>
          , and it follows what is decided there.
        </Trans>
      }
    >
      {onChain && (
        <div className="mb-6 space-y-4">
          <WayStrip quest={quest} events={events} />
          <WayWords quest={quest} custody={custodyOfPart(quest)} />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <aside className="grid gap-6 lg:order-last">
          <Promised quest={quest} isBacker={isBacker} />
          <Owed quest={quest} />
          {isBacker && onChain && <OwnDeposit quest={quest} of={of} />}
          {isBacker && !onChain && <Objections quest={quest} />}
          {!isBacker && address !== null && <OwnWork quest={quest} address={address} />}
          {isJudge && <PlatformActions quest={quest} />}
          <div>
            <LinkButton to="/quests/$id" params={{ id: of }}>
              <Trans>Go to the quest</Trans>
            </LinkButton>
          </div>
        </aside>
        <div className="grid min-w-0 gap-6">
          <InDispute quest={quest} events={events} />
          <Farmers quest={quest} events={events} />
          <Conversation key={quest.id} quest={quest} />
        </div>
      </div>
    </Page>
  )
}

function Promised({ quest, isBacker }: { quest: Quest; isBacker: boolean }) {
  const amount = plainAmount(quest.rewardAmount)
  const over = isOver(quest)
  return (
    <div>
      <p className="text-sm text-muted">
        <Trans>Added to the reward of each farmer</Trans>
      </p>
      <p className="text-3xl">
        <Amount amount={amount} token={quest.rewardToken} />
      </p>
      <Estimate amount={amount} token={quest.rewardToken} />
      {isBacker && quest.farmers.length === 0 && quest.funding.rail === 'ledger' && (
        <p className="text-sm">
          {over ? (
            <Trans>Nobody earned it, so you owe nothing.</Trans>
          ) : (
            <Trans>You owe nothing until work is released.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

/** The backer may end their own objection by owing their part. */
function Objections({ quest }: { quest: Quest }) {
  const disputed = quest.farmers.filter(({ status }) => status === 'disputed')
  if (disputed.length === 0) return null
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Your objection</Trans>
      </h2>
      {disputed.map(({ address }) => (
        <TakeBack key={address} id={quest.id} farmer={address} />
      ))}
    </Section>
  )
}

function TakeBack({ id, farmer }: { id: string; farmer: string }) {
  const act = useQuestAct(() => furrow.quests.approve(id, farmer), t`You owe your part now.`)
  return (
    <div className="grid gap-2 text-sm">
      <p>
        <Trans>
          You object to paying for the work of <AddressLink address={farmer} />.
        </Trans>
      </p>
      <div>
        <ConfirmButton
          busy={act.isPending}
          question={t`Your objection ends, and you owe your part at once, whatever the giver decides.`}
          onConfirm={() => act.mutate()}
        >
          <Trans>Pay it after all</Trans>
        </ConfirmButton>
      </div>
    </div>
  )
}

/** What the farmer of this part can do: answer an objection, and say that the payment came. */
function OwnWork({ quest, address }: { quest: Quest; address: string }) {
  const mine = quest.farmers.find(farmer => sameAddress(farmer.address, address))
  if (mine === undefined) return null
  return isUnanswered(mine) ? (
    <Section className="grid gap-3">
      <p className="text-sm text-muted">
        <Trans>
          They object to paying their part for your work. Your answer stands beside their reason, for whoever
          decides.
        </Trans>
      </p>
      <InReach>
        <AnswerDialog quest={quest} />
      </InReach>
    </Section>
  ) : mine.status === 'released' ? (
    <Section className="grid gap-3">
      <ReleasedWork farmer={mine} />
      <ConfirmPayment quest={quest} farmer={mine} />
    </Section>
  ) : null
}

function isUnanswered({ answer, status }: Assignment): boolean {
  return status === 'disputed' && answer === null
}
