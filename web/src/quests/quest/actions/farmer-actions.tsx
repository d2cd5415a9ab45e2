import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PasskeyNotice } from '../../../auth/passkey-notice.tsx'
import { LinkFirst } from '../../../codehost/link-first.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { InReach } from '../../../ui/in-reach.tsx'
import { Section } from '../../../ui/section.tsx'
import { When } from '../../../ui/time.tsx'
import { useEligibility, WhyNot } from '../../may-take.tsx'
import { placesLeft } from '../../quest-status.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { OwnApplication } from '../applications/own-application.tsx'
import { AnswerDialog } from '../judging/answer-dialog.tsx'
import { ConfirmPayment } from '../payments/confirm-payment.tsx'
import { ReleasedWork } from '../payments/work-payment.tsx'
import { StillOnIt } from '../places/still-on-it.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { SubmitDialog } from './submit-dialog.tsx'

/** The actions of a farmer, with or without a place. */
export function FarmerActions({ quest, address }: { quest: Quest; address: string }) {
  const mine = quest.farmers.find(farmer => sameAddress(farmer.address, address))
  const withdraw = useQuestAct(() => furrow.quests.withdraw(quest.id), t`You gave the place back.`)
  if (mine === undefined && quest.funding.noticeEndsAt)
    return (
      <Section className="text-muted">
        <Trans>The giver takes the free places back, so nobody can join any more.</Trans>
      </Section>
    )
  if (mine === undefined && quest.admission === 'application')
    return <OwnApplication quest={quest} address={address} />
  if (mine === undefined) {
    if (quest.status !== 'open' || placesLeft(quest) === 0) return null
    if (quest.funding.status === 'unfunded')
      return (
        <Section className="text-muted">
          <Trans>Places open when the giver has paid in.</Trans>
        </Section>
      )
    return <TakePlace quest={quest} address={address} />
  }
  if (mine.status === 'accepted')
    return (
      <Section className="grid gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Your work</Trans>
        </h2>
        {quest.codehostRepo && (
          <>
            <LinkFirst address={address} />
            <p className="text-sm text-muted">
              <Trans>A merged pull request that closes the issue is proof enough. Or hand it in here.</Trans>
            </p>
          </>
        )}
        {quest.funding.noticeEndsAt && (
          <p className="text-sm text-danger">
            <Trans>
              The giver takes free places back from <When at={quest.funding.noticeEndsAt} exact /> on: hand in
              before.
            </Trans>
          </p>
        )}
        <PasskeyNotice />
        <InReach>
          <SubmitDialog quest={quest} />
        </InReach>
        <StillOnIt quest={quest} place={mine} />
        <ConfirmButton
          busy={withdraw.isPending}
          question={t`Give your place back?`}
          onConfirm={() => withdraw.mutate()}
        >
          <Trans>Withdraw</Trans>
        </ConfirmButton>
      </Section>
    )
  if (mine.status === 'disputed' && mine.answer === null)
    return (
      <Section className="grid gap-3">
        <h2 className="text-xl font-semibold">
          <Trans>Your work</Trans>
        </h2>
        <p className="text-sm text-muted">
          <Trans>The giver disputes it. Your answer stands beside their reason, for whoever decides.</Trans>
        </p>
        <InReach>
          <AnswerDialog quest={quest} />
        </InReach>
      </Section>
    )
  if (mine.status === 'released')
    return (
      <Section className="grid gap-3">
        <ReleasedWork farmer={mine} />
        <ConfirmPayment quest={quest} farmer={mine} />
        <ReviewDialog quest={quest} reviewee={quest.giver} />
      </Section>
    )
  return null
}

function TakePlace({ quest, address }: { quest: Quest; address: string }) {
  const accept = useQuestAct(() => furrow.quests.accept(quest), t`The place is yours. Good work!`)
  const eligibility = useEligibility(quest, address)
  return (
    <div className="grid gap-3">
      <InReach when={eligibility?.mayTake !== false}>
        <Button
          variant="primary"
          busy={accept.isPending}
          disabled={eligibility?.mayTake === false}
          onClick={() => accept.mutate()}
        >
          <Trans>Take a place</Trans>
        </Button>
      </InReach>
      <WhyNot eligibility={eligibility} />
      {quest.codehostRepo && <LinkFirst address={address} />}
    </div>
  )
}
