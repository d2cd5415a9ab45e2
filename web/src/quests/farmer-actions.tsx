import type { Assignment, Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { furrow, useConfig } from '../app/furrow.ts'
import { useAct } from '../app/use-act.ts'
import { useSession } from '../auth/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ReviewDialog, SubmitDialog } from './action-dialogs.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { placesLeft } from './quest-status.tsx'

const refresh = [['quests']]

/** What who may take a place, or has one, can do. */
export function FarmerActions({ quest, mine }: { quest: Quest; mine: Assignment | undefined }) {
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
        {quest.codehostRepo && <LinkFirst />}
      </Card>
    )
  }
  if (mine.status === 'accepted')
    return (
      <Card className="grid gap-3">
        <h2 className="text-xl font-semibold">Your work</h2>
        {quest.codehostRepo && <LinkFirst />}
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

/** A merge is known by its author's account, so that one comes first. */
function LinkFirst() {
  const { address } = useSession()
  const { codehost } = useConfig()
  const { data: profile } = useQuery({
    queryKey: ['profile', address?.toLowerCase()],
    queryFn: () => furrow.profile.get(address ?? undefined, { init: true }),
  })
  if (profile === undefined || (codehost === null ? profile.codehostUsername : profile.codehostVerified))
    return null
  return (
    <p className="text-sm text-muted">
      <Link to="/profile" className="font-medium underline">
        Link your code host account
      </Link>{' '}
      first: a merged pull request then proves your work.
    </p>
  )
}
