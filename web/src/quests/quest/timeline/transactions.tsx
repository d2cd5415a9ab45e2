import type { EscrowTransaction } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useExplorer } from '../../../service/use-explorer.ts'
import { shortAddress } from '../../../ui/address.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Who } from './parts.tsx'

const words: Record<EscrowTransaction['kind'], string> = {
  fund: t`the giver pays in`,
  propose: t`work is proposed`,
  approve: t`the giver approves`,
  dispute: t`the giver disputes`,
  resolve: t`the arbiter decides`,
  settle: t`a dispute ends by itself`,
  release: t`the contract pays`,
  refund: t`funds go back to the giver`,
  close: t`the contract accepts no more farmers`,
  divide: t`the arbiter gives each a part`,
  concede: t`the farmer concedes`,
  attest: t`the attester signs for the work`,
  wait: t`a receiver did not take their money`,
  return: t`the giver returns the work`,
  notice: t`the giver takes free places back`,
  rule: t`the ruling is to be carried out later`,
  'pause-ruling': t`the contract’s owner pauses the ruling`,
  share: t`a team is paid what the contract paid for it`,
}

/** A contract call for which there is no event. */
export function OnChain({ transaction: { kind, farmer } }: { transaction: EscrowTransaction }) {
  const what = words[kind]
  if (farmer === null) return <Trans>On chain: {what}.</Trans>
  return (
    <Trans>
      On chain: {what} (<Who address={farmer} />
      ).
    </Trans>
  )
}

/** A link to a transaction, and whether it is final. */
export function TransactionLink({
  transaction: { hash, status },
  chainId,
}: {
  transaction: EscrowTransaction
  chainId: number | undefined
}) {
  const explorer = useExplorer(chainId)
  const short = shortAddress(hash)
  const name = t`transaction ${short}`
  return (
    <span title={hash} className="inline-flex flex-wrap items-center gap-1.5 tabular-nums">
      {explorer ? (
        <a href={`${explorer}/tx/${hash}`} className="inline-block min-h-6 underline" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {status === 'pending' && (
        <Tag tone="slate">
          <Trans>pending</Trans>
        </Tag>
      )}
    </span>
  )
}
