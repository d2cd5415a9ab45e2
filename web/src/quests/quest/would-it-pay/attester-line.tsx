import type { Quest } from '@furrow/sdk'
import { farmerLine } from '@furrow/sdk/attestation'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { termsOf } from '../../../service/contract-terms.ts'
import { useConfig } from '../../../service/use-config.ts'
import { sameAddress } from '../../../ui/address.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'

/** The line for a farmer's pull request, which an attester wants to see before it signs for the merge. */
export function AttesterLine({ quest }: { quest: Quest }) {
  const { address } = useSession()
  const attester = termsOf(useConfig(), quest.funding)?.attester ?? null
  if (attester === null || address === null || quest.codehostIssue === undefined) return null
  const place = quest.farmers.find(
    ({ address: farmer, shared, status }) =>
      status === 'accepted' &&
      (sameAddress(farmer, address) || shared?.members.some(member => sameAddress(member.address, address))),
  )
  if (place === undefined) return null
  const line = farmerLine(place.split?.account ?? place.address)
  return (
    <div className="grid gap-2">
      <p>
        <Trans>
          Put this line into the description of your pull request before you tell the service of its merge.
          Then an attester, who is not the service, signs that you did the work, and a dispute that nobody
          decides pays you.
        </Trans>
      </p>
      <code className="break-all">{line}</code>
      <div>
        <CopyButton text={line} />
      </div>
    </div>
  )
}
