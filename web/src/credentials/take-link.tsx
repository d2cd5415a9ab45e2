import type { Assignment, Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../auth/session.tsx'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'

/** For the farmer's own work that a merge proves and a chain shows as paid. */
export function TakeCredential({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const { address } = useSession()
  const isOn = useConfig()?.credentials !== undefined
  const { payment, pullRequest } = farmer
  const isPaid = payment?.settledBy === 'chain' && payment.confirmedBy !== 'farmer'
  if (!isOn || !isPaid || payment.reclaimedAt || pullRequest === null) return null
  if (!sameAddress(farmer.address, address)) return null
  return (
    <Link
      to="/credentials/{-$credential}"
      search={{ quest: quest.id }}
      className="justify-self-start underline"
    >
      <Trans>Take a credential</Trans>
    </Link>
  )
}
