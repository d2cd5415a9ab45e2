import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AddressLink } from '../service/address-link.tsx'
import { type Place, termsOf } from '../service/contract-terms.ts'
import { useConfig } from '../service/use-config.ts'
import { sameAddress } from '../ui/address.ts'
import { lengthOf } from '../ui/time.tsx'
import { undecidedRule } from './undecided-rule.ts'

/** The arbiter of disputes about a funded quest, and the end of a dispute that nobody decides. */
export function DisputeRule({ of }: { of: Place }) {
  const config = useConfig()
  const terms = termsOf(config, of)
  if (terms === null) return <Trans>The arbiter of the contract decides a dispute.</Trans>
  const { decidedBy, disputeDays } = terms
  const isPlatform = sameAddress(decidedBy, config.platformWallet)
  const time = lengthOf(disputeDays, 'day')
  return (
    <>
      {decidedBy !== null && (
        <>
          <Trans>
            <AddressLink address={decidedBy}>
              {isPlatform ? t({ message: 'The platform wallet', context: 'decides a dispute' }) : undefined}
            </AddressLink>{' '}
            decides a dispute.
          </Trans>{' '}
        </>
      )}
      {decidedBy === null && of.rail === 'chain' && (
        <>
          <Trans>The arbiter of the contract decides a dispute.</Trans>{' '}
        </>
      )}
      {decidedBy === null && of.rail === 'ledger' ? (
        <Trans>A dispute ends by itself after {time}.</Trans>
      ) : (
        <Trans>An undecided dispute ends by itself after {time}.</Trans>
      )}{' '}
      {undecidedRule(terms)}
    </>
  )
}
