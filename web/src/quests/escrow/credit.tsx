import type { Assignment, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../auth/session.tsx'
import { sameAddress } from '../../ui/address.ts'
import { useNow } from '../../ui/time.tsx'
import { ToAddress } from './to-address.tsx'

const year = 365 * 24 * 3_600_000

/** The contract's credit for decided work, or for work whose window is over, where the receiver's wallet does not take it. */
export function Credit({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { address: me } = useSession()
  const now = useNow(60_000)
  const { address, unpaid, releasedAt } = farmer
  if (unpaid === undefined)
    return sameAddress(me, address) && isOwed(quest, farmer, now) ? <Elsewhere quest={quest} /> : null
  const isGiver = sameAddress(me, quest.giver)
  const waitsFor = (side: 'farmer' | 'giver') => unpaid === side || unpaid === 'both'
  const isOld = releasedAt !== null && now - Date.parse(releasedAt) > year
  return (
    <div className="grid gap-3">
      {sameAddress(me, address) && waitsFor('farmer') && (
        <ToAddress quest={quest} callFor={receiver => ({ kind: 'releaseTo', receiver })}>
          <Trans>Take your money there</Trans>
        </ToAddress>
      )}
      {isGiver && waitsFor('giver') && (
        <ToAddress quest={quest} callFor={receiver => ({ kind: 'takeBackTo', farmer: address, receiver })}>
          <Trans>Take your part back there</Trans>
        </ToAddress>
      )}
      {isGiver && waitsFor('farmer') && isOld && (
        <ToAddress quest={quest} callFor={receiver => ({ kind: 'reclaimTo', farmer: address, receiver })}>
          <Trans>Take money left for a year back there</Trans>
        </ToAddress>
      )}
    </div>
  )
}

/** Whether the farmer may now have the work paid to another address: the first version pays only the farmer's own wallet. */
function isOwed({ funding }: Quest, { status, reviewEndsAt, holdReason }: Assignment, now: number): boolean {
  if ((funding.contractVersion ?? 1) < 2 || status !== 'in-review' || reviewEndsAt === null) return false
  // Until the proposal is in the chain, the contract's window is not known.
  return holdReason !== 'proposing' && Date.parse(reviewEndsAt) <= now
}

function Elsewhere({ quest }: { quest: Quest }) {
  return (
    <details>
      <summary>
        <Trans>Your wallet cannot take it?</Trans>
      </summary>
      <ToAddress quest={quest} callFor={receiver => ({ kind: 'releaseTo', receiver })}>
        <Trans>Take your money there</Trans>
      </ToAddress>
    </details>
  )
}
