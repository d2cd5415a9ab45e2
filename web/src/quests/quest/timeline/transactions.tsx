import type { EscrowTransaction } from '@furrow/sdk'
import { useConfig } from '../../../service/use-config.ts'
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
export function TransactionLink({ transaction: { hash, status } }: { transaction: EscrowTransaction }) {
  const { chain } = useConfig()
  const name = `transaction ${shortAddress(hash)}`
  return (
    <span title={hash} className="inline-flex flex-wrap items-center gap-1.5 tabular-nums">
      {chain?.explorer ? (
        <a href={`${chain.explorer}/tx/${hash}`} className="underline" rel="noreferrer">
          {name}
        </a>
      ) : (
        name
      )}
      {status === 'pending' && <Tag tone="wheat">pending</Tag>}
    </span>
  )
}
