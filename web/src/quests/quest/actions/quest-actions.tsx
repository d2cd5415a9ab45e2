import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { InReach } from '../../../ui/in-reach.tsx'
import { FarmerActions } from './farmer-actions.tsx'
import { GiverActions, NextOfGiver } from './giver-actions.tsx'
import { PlatformActions } from './platform-actions.tsx'

/** The user's first action on this quest; a giver's is about the work that waits longest. */
export function NextActions({ quest }: { quest: Quest }) {
  const { address, ask } = useSession()
  if (address === null)
    return quest.status === 'open' ? (
      <div className="grid gap-3">
        <p>
          <Trans>Sign in to take this quest.</Trans>
        </p>
        <InReach>
          <Button variant="primary" onClick={ask}>
            <Trans>Sign in with your wallet</Trans>
          </Button>
        </InReach>
      </div>
    ) : null
  return sameAddress(address, quest.giver) ? (
    <NextOfGiver quest={quest} />
  ) : (
    <FarmerActions quest={quest} address={address} />
  )
}

/** All else that this user may do with it now, and no more. */
export function OtherActions({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const { platformWallet } = useConfig()
  return (
    <>
      {sameAddress(address, quest.giver) && <GiverActions quest={quest} />}
      {(sameAddress(address, platformWallet) || sameAddress(address, quest.funding.arbiter)) && (
        <PlatformActions quest={quest} />
      )}
    </>
  )
}
