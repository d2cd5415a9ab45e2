import type { Assignment, Quest } from '@furrow/sdk'
import { furrow, useConfig } from '../app/furrow.ts'
import { useAct } from '../app/use-act.ts'
import { useSession } from '../auth/session.tsx'
import { shortAddress } from '../ui/address-link.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DisputeDialog, ReviewDialog, SubmitDialog } from './action-dialogs.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { EscrowButton, FundPanel } from './fund-panel.tsx'
import { placesLeft } from './quest-status.tsx'

const same = (one: string | null | undefined, other: string | null | undefined) =>
  one?.toLowerCase() === other?.toLowerCase() && one != null

/** What this user may do with this quest now, and nothing else. */
export function QuestActions({ quest }: { quest: Quest }) {
  const { address, ask } = useSession()
  const { platformWallet } = useConfig()
  if (address === null)
    return quest.status === 'open' ? (
      <Card className="grid gap-3">
        <p>Sign in to take this quest.</p>
        <Button variant="primary" onClick={ask}>
          Sign in with your wallet
        </Button>
      </Card>
    ) : null
  return (
    <>
      {same(address, quest.giver) ? (
        <GiverActions quest={quest} />
      ) : (
        <FarmerActions quest={quest} mine={quest.farmers.find(farmer => same(farmer.address, address))} />
      )}
      {same(address, platformWallet) && <PlatformActions quest={quest} />}
    </>
  )
}

const refresh = [['quests']]

function FarmerActions({ quest, mine }: { quest: Quest; mine: Assignment | undefined }) {
  const accept = useAct(() => furrow.quests.accept(quest.id), {
    done: 'The place is yours. Good work!',
    invalidate: refresh,
  })
  const withdraw = useAct(() => furrow.quests.withdraw(quest.id), {
    done: 'You gave the place back.',
    invalidate: refresh,
  })
  if (mine === undefined) {
    if (quest.status !== 'open' || placesLeft(quest) === 0) return null
    if (quest.funding.status === 'unfunded')
      return <Card className="text-muted">Places open when the giver has paid in.</Card>
    return (
      <Card className="grid gap-3">
        <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
          Take a place
        </Button>
        {quest.codehostRepo && (
          <p className="text-sm text-muted">
            Link your code host account in your profile first: a merged pull request then proves your work.
          </p>
        )}
      </Card>
    )
  }
  if (mine.status === 'accepted')
    return (
      <Card className="grid gap-3">
        <h2 className="text-xl font-semibold">Your work</h2>
        {quest.codehostRepo && (
          <p className="text-sm text-muted">
            A merged pull request that closes the issue proves it by itself. Or hand it in here.
          </p>
        )}
        <SubmitDialog quest={quest} />
        <ConfirmButton
          busy={withdraw.isPending}
          question="Give your place back?"
          onConfirm={() => withdraw.mutate()}
        >
          Withdraw
        </ConfirmButton>
      </Card>
    )
  if (mine.status === 'released')
    return (
      <Card className="grid gap-3">
        <p>You were paid for this quest.</p>
        <ReviewDialog quest={quest} reviewee={quest.giver} who="the giver" />
      </Card>
    )
  return null
}

function GiverActions({ quest }: { quest: Quest }) {
  const over = quest.status === 'completed' || quest.status === 'cancelled'
  const live = quest.farmers.filter(({ status }) => ['accepted', 'in-review', 'disputed'].includes(status))
  const paid = quest.farmers.filter(({ status }) => status === 'released')
  const complete = useAct(() => furrow.quests.complete(quest.id), {
    done: 'The quest is completed.',
    invalidate: refresh,
  })
  const cancel = useAct(() => furrow.quests.cancel(quest.id), {
    done: 'The quest is cancelled.',
    invalidate: refresh,
  })
  const onChain = quest.funding.rail === 'chain'
  if (over && paid.length === 0 && !onChain) return null
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl font-semibold">Your quest</h2>
      {onChain && <FundPanel quest={quest} />}
      {live.map(farmer => (
        <WorkActions key={farmer.address} quest={quest} farmer={farmer} />
      ))}
      {paid.map(({ address }) => (
        <ReviewDialog key={address} quest={quest} reviewee={address} who={shortAddress(address)} />
      ))}
      {!over && (
        <div className="grid gap-2 border-t border-line pt-4">
          {(!onChain || live.length === 0) && (
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
          {live.every(({ status }) => status === 'accepted') && (
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
  const approve = useAct(() => furrow.quests.approve(quest.id, farmer.address), {
    done: 'The farmer is paid.',
    invalidate: refresh,
  })
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

function PlatformActions({ quest }: { quest: Quest }) {
  const resolve = useAct(
    ({ farmer, outcome }: { farmer: string; outcome: 'pay' | 'refund' }) =>
      furrow.quests.resolve(quest.id, farmer, outcome),
    { done: 'The dispute is decided.', invalidate: refresh },
  )
  const disputed = quest.farmers.filter(({ status }) => status === 'disputed')
  if (disputed.length === 0) return null
  const onChain = quest.funding.rail === 'chain'
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl font-semibold">Decide the dispute</h2>
      {disputed.map(({ address: farmer }) => (
        <div key={farmer} className="grid gap-2">
          <p className="text-sm text-muted">Work of {shortAddress(farmer)}</p>
          {onChain ? (
            <>
              <EscrowButton quest={quest} call={{ kind: 'resolve', farmer, pay: true }}>
                Pay the farmer
              </EscrowButton>
              <EscrowButton quest={quest} call={{ kind: 'resolve', farmer, pay: false }}>
                Refund the giver
              </EscrowButton>
            </>
          ) : (
            <>
              <ConfirmButton
                question="Pay the farmer?"
                onConfirm={() => resolve.mutate({ farmer, outcome: 'pay' })}
              >
                Pay the farmer
              </ConfirmButton>
              <ConfirmButton
                question="Refund the giver?"
                onConfirm={() => resolve.mutate({ farmer, outcome: 'refund' })}
              >
                Refund the giver
              </ConfirmButton>
            </>
          )}
        </div>
      ))}
    </Card>
  )
}
