import type { EscrowTransaction } from '@furrow/sdk'
import { useExplorer } from '../../../service/use-explorer.ts'
import { shortAddress } from '../../../ui/address.ts'
import { Tag } from '../../../ui/tag.tsx'
import { Who } from './parts.tsx'

const words: Record<EscrowTransaction['kind'], string> = {
  fund: 'the giver pays in',
  propose: 'work is proposed',
  approve: 'the giver approves',
  dispute: 'the giver disputes',
  resolve: 'the arbiter decides',
  settle: 'a dispute ends by itself',
  release: 'the contract pays',
  refund: 'funds go back to the giver',
  close: 'the contract takes nobody any more',
  divide: 'the arbiter gives each a part',
  concede: 'the farmer concedes',
  attest: 'the attester signs for the work',
  wait: 'a receiver did not take what is his',
  return: 'the giver returns the work',
  notice: 'the giver takes free places back',
}

/** What was sent to the contract, where no event says it. */
export function OnChain({ transaction: { kind, farmer } }: { transaction: EscrowTransaction }) {
  return (
    <>
      On chain: {words[kind]}
      {farmer !== null && (
        <>
          {' '}
          (<Who address={farmer} />)
        </>
      )}
      .
    </>
  )
}

/** Where a transaction can be seen, and whether it is final. */
export function TransactionLink({
  transaction: { hash, status },
  chainId,
}: {
  transaction: EscrowTransaction
  chainId: number | undefined
}) {
  const explorer = useExplorer(chainId)
  const name = `transaction ${shortAddress(hash)}`
  return (
    <span title={hash} className="inline-flex flex-wrap items-center gap-1.5 tabular-nums">
      {explorer ? (
        <a href={`${explorer}/tx/${hash}`} className="underline" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {status === 'pending' && <Tag tone="slate">pending</Tag>}
    </span>
  )
}
