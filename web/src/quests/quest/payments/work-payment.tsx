import type { Assignment } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AddressLink } from '../../../service/address-link.tsx'
import { nobody, shortAddress } from '../../../ui/address.ts'
import { Tag, type Tone } from '../../../ui/tag.tsx'
import { When } from '../../../ui/time.tsx'
import { waitsInContract } from '../../waits-in-contract.ts'

type Payment = NonNullable<Assignment['payment']>

const labels: Record<NonNullable<Assignment['payment']>['status'], { label: string; tone: Tone }> = {
  recorded: { label: t`Booked`, tone: 'plain' },
  confirming: { label: t`Payment being confirmed`, tone: 'slate' },
  paid: { label: t`Paid`, tone: 'moss' },
}

/** Whether released work was paid, as far as anybody can see. */
export function PaymentTag({ farmer }: { farmer: Assignment }) {
  const { payment } = farmer
  if (!payment) return null
  if (payment.reclaimedAt) return <Tag tone="plain">{t`Taken back`}</Tag>
  if (waitsInContract(farmer)) return <Tag tone="slate">{t`Waits in the contract`}</Tag>
  if (payment.notReceivedAt) return <Tag tone="danger">{t`Not received`}</Tag>
  if (payment.settledBy === 'farmer') return <Tag tone="moss">{t`Paid, the farmer says`}</Tag>
  if (payment.waitsForFarmer || payment.saidPaidAt)
    return <Tag tone="slate">{t`Payment to be confirmed`}</Tag>
  const { label, tone } = labels[payment.status]
  return <Tag tone={tone}>{label}</Tag>
}

/** The same in a sentence, with the transaction where one was shown. */
export function PaymentLine({ farmer }: { farmer: Assignment }) {
  const { payment, countsAs } = farmer
  if (!payment) return null
  const { status, paidAt, chainId, txHash, payer, problem, waitsForFarmer, notReceivedAt, reclaimedAt } =
    payment
  const { proposal } = payment
  const waits = waitsInContract(farmer)
  const word = wordOf(payment)
  const transaction = txHash !== undefined && <code title={txHash}>{shortAddress(txHash)}</code>
  const from = <AddressLink address={payer ?? nobody} />
  return (
    <span className="text-muted">
      {waits && <Trans>The contract keeps it, since the farmer’s wallet did not take it.</Trans>}
      {reclaimedAt && (
        <Trans>
          The giver took it back from the contract <When at={reclaimedAt} />: the farmer had left it there for
          a year.
        </Trans>
      )}
      {word}
      {status === 'recorded' && !word && !waitsForFarmer && !notReceivedAt && !waits && !reclaimedAt && (
        <Trans>The release is booked here. Whether the giver paid it, nobody can see.</Trans>
      )}
      {waitsForFarmer && !notReceivedAt && (
        <Trans>
          Transaction {transaction} of chain {chainId} came from {from}, which is not the giver’s own wallet.
          It counts when the farmer confirms it.
        </Trans>
      )}
      {notReceivedAt && !word && (
        <Trans>
          The farmer said <When at={notReceivedAt} /> that the payment was not received. The farmer may
          confirm it after all; a payment that the giver makes from now on counts by itself.
        </Trans>
      )}
      {status === 'confirming' && (
        <Trans>
          Transaction {transaction} of chain {chainId} waits for its confirmations.
        </Trans>
      )}
      {status === 'paid' && transaction && paidAt && (
        <Trans>
          Transaction {transaction} of chain {chainId} paid it <When at={paidAt} />.
        </Trans>
      )}
      {status === 'paid' && proposal && (
        <>
          {' '}
          <Trans>
            The community’s treasury paid it,{' '}
            <Link to="/community-dao/proposals/$id" params={{ id: proposal }} className="underline">
              as the members decided
            </Link>
            .
          </Trans>
        </>
      )}
      {status === 'recorded' && problem && (
        <>
          {' '}
          <Trans>
            Transaction {transaction} of chain {chainId} is no payment of it:
          </Trans>{' '}
          {problem}
        </>
      )}
      {countsAs === null && (
        <>
          {' '}
          <Trans>It counts for no points.</Trans>
        </>
      )}
    </span>
  )
}

/** A payment that no chain shows, as far as the two speak of it; null where they do not. */
function wordOf({ status, saidPaidAt, receivedAt, notReceivedAt, txHash }: Payment): ReactNode {
  if (status !== 'recorded' || !saidPaidAt || txHash !== undefined) return null
  if (receivedAt)
    return (
      <Trans>
        The farmer confirmed <When at={receivedAt} /> that it was paid. No chain shows it to this service.
      </Trans>
    )
  if (notReceivedAt)
    return (
      <Trans>
        The giver said that it was paid. The farmer said <When at={notReceivedAt} /> that it did not come.
      </Trans>
    )
  return (
    <Trans>
      The giver said <When at={saidPaidAt} /> that it was paid. The farmer has not confirmed it yet.
    </Trans>
  )
}

/** The notice for a farmer whose work was released. */
export function ReleasedWork({ farmer }: { farmer: Assignment }) {
  if (farmer.payment?.reclaimedAt)
    return (
      <p>
        <Trans>The giver took it back from the contract after a year.</Trans>
      </p>
    )
  if (waitsInContract(farmer))
    return (
      <p>
        <Trans>Your work was released. Your money waits in the contract: your wallet did not take it.</Trans>
      </p>
    )
  if (farmer.payment?.status === 'paid' || farmer.payment?.settledBy === 'farmer')
    return (
      <p>
        <Trans>You were paid for this quest.</Trans>
      </p>
    )
  return (
    <p>
      <Trans>
        Your work was released. That is booked here; the giver pays it with their own wallet, and can show the
        transaction.
      </Trans>
    </p>
  )
}
