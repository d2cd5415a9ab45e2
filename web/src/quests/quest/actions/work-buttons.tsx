import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { InReach } from '../../../ui/in-reach.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { ApproveOnChain } from '../../escrow/sign-approval.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { ReturnDialog } from '../judging/return-dialog.tsx'
import { FreePlace } from '../places/free-place.tsx'
import { MoreTime } from '../places/more-time.tsx'
import { DisputeDialog } from './dispute-dialog.tsx'

type WorkButtonsProps = {
  quest: Quest
  farmer: Assignment
  /** Whether its approval is the giver's next action. */
  isNext?: boolean
  /** Whether the words are as short as a row of buttons on a phone needs them. */
  isShort?: boolean
}

/** The giver's actions on one piece of work that is not decided. */
export function WorkButtons({ quest, farmer, isNext = false, isShort = false }: WorkButtonsProps) {
  const approve = useQuestAct(() => furrow.quests.approve(quest.id, farmer.address), t`The work is released.`)
  const onChain = quest.funding.rail === 'chain'
  const isIdle = farmer.status === 'accepted'
  const { reward } = quest
  const who = useNameOf(farmer.address)
  return (
    <>
      {isIdle && <MoreTime quest={quest} farmer={farmer} />}
      {isIdle && <FreePlace quest={quest} farmer={farmer} />}
      <InReach when={isNext}>
        {isIdle && onChain ? null : onChain ? (
          <ApproveOnChain quest={quest} farmer={farmer} />
        ) : (
          <ConfirmButton
            // A row of the desk has work of its own; a farmer without work can be paid, but that is not the expected step.
            variant={isNext || (isShort && !isIdle) ? 'primary' : 'plain'}
            busy={approve.isPending}
            question={t`Release ${reward} to ${who} now? It is booked here; you pay it with your own wallet.`}
            onConfirm={() => approve.mutate()}
          >
            <span className={isShort ? 'max-sm:hidden' : ''}>
              <Trans>Approve and release now</Trans>
            </span>
            {isShort && (
              <span className="sm:hidden">
                <Trans context="action">Approve</Trans>
              </span>
            )}
          </ConfirmButton>
        )}
      </InReach>
      <ReturnDialog quest={quest} farmer={farmer} />
      {farmer.status === 'in-review' &&
        (onChain ? (
          <EscrowButton quest={quest} call={{ kind: 'dispute', farmer: farmer.address }} variant="danger">
            <Trans context="action">Dispute</Trans>
          </EscrowButton>
        ) : (
          <DisputeDialog quest={quest} farmer={farmer.address} />
        ))}
    </>
  )
}
