import type { Assignment, Quest } from '@furrow/sdk'
import { furrow } from '../../../service/furrow.ts'
import { shortAddress } from '../../../ui/address.ts'
import { Card } from '../../../ui/card.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DisputeRule } from '../../dispute-rule.tsx'
import { EscrowButton } from '../../escrow/escrow-button.tsx'
import { FundPanel } from '../../escrow/fund-panel.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { DisputeDialog } from './dispute-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'

/** What the giver can do with the quest and with each piece of work in it. */
export function GiverActions({ quest }: { quest: Quest }) {
  const over = quest.status === 'completed' || quest.status === 'cancelled'
  const live = quest.farmers.filter(({ status }) => ['accepted', 'in-review', 'disputed'].includes(status))
  const paid = quest.farmers.filter(({ status }) => status === 'released')
  const complete = useQuestAct(() => furrow.quests.complete(quest.id), 'The quest is completed.')
  const cancel = useQuestAct(() => furrow.quests.cancel(quest.id), 'The quest is cancelled.')
  const onChain = quest.funding.rail === 'chain'
  const mayComplete = !over && (!onChain || live.length === 0)
  const mayCancel = !over && live.every(({ status }) => status === 'accepted')
  if (over && paid.length === 0 && !onChain) return null
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl font-semibold">Your quest</h2>
      {onChain && <FundPanel quest={quest} />}
      {live.map(farmer => (
        <WorkActions key={farmer.address} quest={quest} farmer={farmer} />
      ))}
      {onChain && live.some(({ status }) => status === 'in-review') && (
        <p className="text-sm text-muted">
          <DisputeRule rail="chain" />
        </p>
      )}
      {paid.map(({ address }) => (
        <ReviewDialog key={address} quest={quest} reviewee={address} who={shortAddress(address)} />
      ))}
      {(mayComplete || mayCancel) && (
        <div className="grid gap-2 border-t border-line pt-4">
          {mayComplete && (
            <ConfirmButton
              busy={complete.isPending}
              question={
                live.length > 0
                  ? `This pays ${live.length === 1 ? 'the farmer' : `all ${live.length} farmers`} who have a place now.`
                  : 'This closes the quest to new farmers.'
              }
              onConfirm={() => complete.mutate()}
            >
              {live.length > 0 ? 'Pay everyone and complete' : 'Close as completed'}
            </ConfirmButton>
          )}
          {mayCancel && (
            <ConfirmButton
              variant="danger"
              busy={cancel.isPending}
              question="Farmers who have a place lose it."
              onConfirm={() => cancel.mutate()}
            >
              Cancel the quest
            </ConfirmButton>
          )}
        </div>
      )}
    </Card>
  )
}

function WorkActions({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const approve = useQuestAct(() => furrow.quests.approve(quest.id, farmer.address), 'The farmer is paid.')
  const onChain = quest.funding.rail === 'chain'
  if (onChain && farmer.status === 'accepted') return null
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-sm text-muted">Work of {shortAddress(farmer.address)}</p>
      {onChain ? (
        <EscrowButton quest={quest} call={{ kind: 'approve', farmer: farmer.address }} variant="primary">
          Approve and pay now
        </EscrowButton>
      ) : (
        <ConfirmButton
          variant="primary"
          busy={approve.isPending}
          question={`Pay ${quest.reward} to ${shortAddress(farmer.address)} now?`}
          onConfirm={() => approve.mutate()}
        >
          Approve and pay now
        </ConfirmButton>
      )}
      {farmer.status === 'in-review' &&
        (onChain ? (
          <EscrowButton quest={quest} call={{ kind: 'dispute', farmer: farmer.address }} variant="danger">
            Dispute
          </EscrowButton>
        ) : (
          <DisputeDialog quest={quest} farmer={farmer.address} />
        ))}
    </div>
  )
}
