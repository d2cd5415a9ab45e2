import type { Funding } from '@furrow/sdk'
import { AddressLink } from '../service/address-link.tsx'
import { useConfig } from '../service/use-config.ts'
import { lengthOf } from '../ui/time.tsx'

type Rail = Funding['rail']

/** Who decides a dispute, and how one ends that nobody decides. */
export function DisputeRule({ rail }: { rail: Rail }) {
  const { decidedBy, days } = useConfig().disputes
  const time = lengthOf(days, 'day')
  return (
    <>
      {decidedBy !== null && (
        <>
          <AddressLink address={decidedBy}>The platform wallet</AddressLink> decides a dispute.{' '}
        </>
      )}
      {decidedBy === null && rail === 'chain' && 'The arbiter of the contract decides a dispute. '}
      {decidedBy === null && rail === 'ledger' ? 'A dispute' : 'One that is not decided'} ends by itself after{' '}
      {time}. <Otherwise rail={rail} />
    </>
  )
}

/** How a dispute ends that nobody decides, in the service's words: they are for the rail that new quests are on. */
export function Otherwise({ rail }: { rail: Rail }) {
  const { chain, disputes } = useConfig()
  return rail === (chain === null ? 'ledger' : 'chain') ? disputes.otherwise : null
}
