import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FarmerActions } from './farmer-actions.tsx'
import { GiverActions } from './giver-actions.tsx'
import { PlatformActions } from './platform-actions.tsx'

/** The actions that this user may do with this quest now, and no others. */
export function QuestActions({ quest }: { quest: Quest }) {
  const { address, ask } = useSession()
  const { platformWallet } = useConfig()
  if (address === null)
    return quest.status === 'open' ? (
      <Card className="grid gap-3">
        <p>
          <Trans>Sign in to take this quest.</Trans>
        </p>
        <Button variant="primary" onClick={ask}>
          <Trans>Sign in with your wallet</Trans>
        </Button>
      </Card>
    ) : null
  return (
    <>
      {sameAddress(address, quest.giver) ? (
        <GiverActions quest={quest} />
      ) : (
        <FarmerActions quest={quest} address={address} />
      )}
      {sameAddress(address, platformWallet) && <PlatformActions quest={quest} />}
    </>
  )
}
