import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PasskeyNotice } from '../../../auth/passkey-notice.tsx'
import { LinkFirst } from '../../../codehost/link-first.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { When } from '../../../ui/time.tsx'
import { useEligibility, WhyNot } from '../../may-take.tsx'
import { placesLeft } from '../../quest-status.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { OwnApplication } from '../applications/own-application.tsx'
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
      <Card className="text-muted">
        <Trans>The giver takes the free places back, so nobody can join any more.</Trans>
      </Card>
    )
  if (mine === undefined && quest.admission === 'application')
    return <OwnApplication quest={quest} address={address} />
  if (mine === undefined) {
    if (quest.status !== 'open' || placesLeft(quest) === 0) return null
    if (quest.funding.status === 'unfunded')
      return (
        <Card className="text-muted">
          <Trans>Places open when the giver has paid in.</Trans>
        </Card>
      )
    return <TakePlace quest={quest} address={address} />
  }
  if (mine.status === 'accepted')
    return (
      <Card className="grid gap-3">
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
        <SubmitDialog quest={quest} />
        <StillOnIt quest={quest} place={mine} />
        <ConfirmButton
          busy={withdraw.isPending}
          question={t`Give your place back?`}
          onConfirm={() => withdraw.mutate()}
        >
          <Trans>Withdraw</Trans>
        </ConfirmButton>
      </Card>
    )
  if (mine.status === 'released')
    return (
      <Card className="grid gap-3">
        <ReleasedWork farmer={mine} />
        <ConfirmPayment quest={quest} farmer={mine} />
        <ReviewDialog quest={quest} reviewee={quest.giver} />
      </Card>
    )
  return null
}

function TakePlace({ quest, address }: { quest: Quest; address: string }) {
  const accept = useQuestAct(() => furrow.quests.accept(quest), t`The place is yours. Good work!`)
  const eligibility = useEligibility(quest, address)
  return (
    <Card className="grid gap-3">
      <Button
        variant="primary"
        busy={accept.isPending}
        disabled={eligibility?.mayTake === false}
        onClick={() => accept.mutate()}
      >
        <Trans>Take a place</Trans>
      </Button>
      <WhyNot eligibility={eligibility} />
      {quest.codehostRepo && <LinkFirst address={address} />}
    </Card>
  )
}
