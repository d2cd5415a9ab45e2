import type { Assignment } from '@furrow/sdk'
import { shortAddress } from '../../../ui/address.ts'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import { When } from '../../../ui/time.tsx'

const labels: Record<NonNullable<Assignment['payment']>['status'], { label: string; tone: Tone }> = {
  recorded: { label: 'Recorded', tone: 'plain' },
  confirming: { label: 'Payment being confirmed', tone: 'slate' },
  paid: { label: 'Paid', tone: 'moss' },
}

/** Whether released work was paid, as far as anybody can see. */
export function PaymentTag({ farmer: { payment } }: { farmer: Assignment }) {
  if (!payment) return null
  const { label, tone } = labels[payment.status]
  return <Tag tone={tone}>{label}</Tag>
}

/** The same in a sentence, with the transaction where one was shown. */
export function PaymentLine({ farmer: { payment, countsAs } }: { farmer: Assignment }) {
  if (!payment) return null
  const { status, paidAt, chainId, txHash, problem } = payment
  const transaction = txHash !== undefined && (
    <>
      Transaction <code title={txHash}>{shortAddress(txHash)}</code> of chain {chainId}
    </>
  )
  return (
    <span className="text-muted">
      {status === 'recorded' && 'The release is recorded here. Whether the giver paid it, nobody can see.'}
      {status === 'confirming' && <>{transaction} waits for its confirmations.</>}
      {status === 'paid' && transaction && (
        <>
          {transaction} paid it {paidAt && <When at={paidAt} />}.
        </>
      )}
      {status === 'recorded' && problem && (
        <>
          {' '}
          {transaction} is no payment of it: {problem}
        </>
      )}
      {countsAs === null && ' It counts for no points.'}
    </span>
  )
}

/** What a farmer is told whose work was released. */
export function ReleasedWork({ farmer }: { farmer: Assignment }) {
  if (farmer.payment?.status === 'paid') return <p>You were paid for this quest.</p>
  return (
    <p>
      Your work was released. That is recorded here; the giver pays it with his own wallet, and can show the
      transaction.
    </p>
  )
}
