import type { Funding } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'
import { useConfig } from '../service/use-config.ts'
import { sameAddress, shortAddress } from '../ui/address.ts'
import { lengthOf } from '../ui/time.tsx'

type Rail = Funding['rail']

/** Who decides a dispute, and how one ends that nobody decides. */
export function DisputeRule({ rail }: { rail: Rail }) {
  const { disputes, platformWallet } = useConfig()
  const { decidedBy, days } = disputes
  const isPlatform = sameAddress(decidedBy, platformWallet)
  const time = lengthOf(days, 'day')
  return (
    <>
      {decidedBy !== null && (
        <>
          <Trans>
            <AddressLink address={decidedBy}>
              {isPlatform ? t`The platform wallet` : shortAddress(decidedBy)}
            </AddressLink>{' '}
            decides a dispute.
          </Trans>{' '}
        </>
      )}
      {decidedBy === null && rail === 'chain' && (
        <>
          <Trans>The arbiter of the contract decides a dispute.</Trans>{' '}
        </>
      )}
      {decidedBy === null && rail === 'ledger' ? (
        <Trans>A dispute ends by itself after {time}.</Trans>
      ) : (
        <Trans>One that is not decided ends by itself after {time}.</Trans>
      )}{' '}
      <Otherwise rail={rail} />
    </>
  )
}

/** How a dispute ends that nobody decides, in the service's words: they are for the rail that new quests are on. */
export function Otherwise({ rail }: { rail: Rail }) {
  const { chain, disputes } = useConfig()
  return rail === (chain === null ? 'ledger' : 'chain') ? disputes.otherwise : null
}
