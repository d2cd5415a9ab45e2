import type { Application, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LinkFirst } from '../../../codehost/link-first.tsx'
import { furrow } from '../../../service/furrow.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { InReach } from '../../../ui/in-reach.tsx'
import { Section } from '../../../ui/section.tsx'
import { When } from '../../../ui/time.tsx'
import { useEligibility, WhyNot } from '../../may-take.tsx'
import { placesLeft } from '../../quest-status.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { Answers } from './answers.tsx'
import { ApplyDialog } from './apply-dialog.tsx'
import { useOwnApplication } from './use-applications.ts'

/** For readers without a place in a quest whose giver chooses: the form to apply, and the answer. */
export function OwnApplication({ quest, address }: { quest: Quest; address: string }) {
  const eligibility = useEligibility(quest, address)
  const { data: application } = useOwnApplication(quest.id, address)
  const withdraw = useQuestAct(() => furrow.quests.withdraw(quest.id), t`You took your application back.`)
  const isOpen = quest.status === 'open' && placesLeft(quest) > 0
  if (application === undefined || (application === null && !isOpen)) return null
  if (quest.funding.status === 'unfunded' && application === null)
    return (
      <Section className="text-muted">
        <Trans>You can apply when the giver has paid in.</Trans>
      </Section>
    )
  const mayApply = isOpen && application?.status !== 'pending' && application?.status !== 'declined'
  return (
    <Section className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>Your application</Trans>
      </h2>
      {application && <p>{sentenceOf(application)}</p>}
      {application?.status === 'declined' && application.reason && (
        <blockquote
          dir="auto"
          className="border-l-2 border-line pl-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {application.reason}
        </blockquote>
      )}
      {application?.status === 'pending' && (
        <>
          <Answers answers={application.answers} />
          {application.expiresAt && (
            <p className="text-sm text-muted">
              <Trans>
                It ends by itself <When at={application.expiresAt} /> if nobody answers.
              </Trans>
            </p>
          )}
          <ConfirmButton
            busy={withdraw.isPending}
            question={t`Take your application back?`}
            onConfirm={() => withdraw.mutate()}
          >
            <Trans>Take it back</Trans>
          </ConfirmButton>
        </>
      )}
      {mayApply && <WhyNot eligibility={eligibility} />}
      {mayApply && eligibility?.mayTake !== false && (
        <InReach>
          <ApplyDialog quest={quest} />
        </InReach>
      )}
      {mayApply && quest.codehostRepo && <LinkFirst address={address} />}
    </Section>
  )
}

function sentenceOf({ status }: Application): string {
  return sentences[status]
}

const sentences: Readonly<Record<Application['status'], string>> = {
  pending: t`It waits for the giver’s answer.`,
  admitted: t`You were chosen, and have left the place since.`,
  declined: t`The giver declined it.`,
  withdrawn: t`You took it back.`,
  expired: t`Nobody answered it in time.`,
  closed: t`It ended: there was no place any more.`,
}
