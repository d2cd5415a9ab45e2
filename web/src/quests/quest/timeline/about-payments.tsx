import { Trans } from '@lingui/react/macro'
import { shortAddress } from '../../../ui/address.ts'
import { faultSentence } from '../../fault-sentence.ts'
import { Quote, Reward, Who } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** The transactions that a giver shows as the payment of released work. */
export const aboutPayments = {
  'payment-shown': ({ event: { farmer, details }, quest }) => {
    const { chainId, txHash } = details
    return (
      <Trans>
        <Who address={quest.giver} /> showed transaction <Hash hash={txHash} /> of chain {chainId} as the
        payment of <Who address={farmer} />.
      </Trans>
    )
  },
  'payment-settled': ({ event: { farmer, details }, quest }) => {
    const { chainId, txHash, proposal } = details
    if (proposal !== undefined)
      return (
        <Trans>
          Transaction <Hash hash={txHash} /> of chain {chainId} has its confirmations: the community’s
          treasury paid <Reward quest={quest} /> to <Who address={farmer} />, as the members decided.
        </Trans>
      )
    return (
      <Trans>
        Transaction <Hash hash={txHash} /> of chain {chainId} has its confirmations: it paid{' '}
        <Reward quest={quest} /> to <Who address={farmer} />.
      </Trans>
    )
  },
  'payment-found': ({ event: { farmer, details } }) => {
    const { chainId, txHash, payer } = details
    return (
      <Trans>
        Transaction <Hash hash={txHash} /> of chain {chainId} has its confirmations. It came from{' '}
        <Who address={payer ?? null} />, and waits for <Who address={farmer} /> to confirm it.
      </Trans>
    )
  },
  'payment-confirmed': ({ event: { actor, details } }) => {
    const { chainId, txHash } = details
    return (
      <Trans>
        <Who address={actor} /> confirmed transaction <Hash hash={txHash} /> of chain {chainId} as the
        payment.
      </Trans>
    )
  },
  'payment-denied': ({ event: { farmer, details } }) => {
    const { chainId, txHash } = details
    return (
      <Trans>
        <Who address={farmer} /> did not receive transaction <Hash hash={txHash} /> of chain {chainId} as the
        payment.
      </Trans>
    )
  },
  'payment-reorganised': ({ event: { farmer, details } }) => {
    const { chainId, txHash } = details
    return (
      <Trans>
        The chain does not have transaction <Hash hash={txHash} /> of chain {chainId} any more, which had paid{' '}
        <Who address={farmer} />. It is looked for again.
      </Trans>
    )
  },
  'payment-refused': ({ event }) => {
    const { farmer, details } = event
    const { chainId, txHash } = details
    return (
      <>
        <Trans>
          Transaction <Hash hash={txHash} /> of chain {chainId} is no payment of <Who address={farmer} />.
        </Trans>
        <Quote>{faultSentence(event)}</Quote>
      </>
    )
  },
  'payment-said': ({ event: { farmer, details }, quest }) => {
    const { transaction } = details
    return transaction ? (
      <Trans>
        <Who address={quest.giver} /> said that <Who address={farmer} /> was paid, by transaction{' '}
        <Hash hash={transaction} />.
      </Trans>
    ) : (
      <Trans>
        <Who address={quest.giver} /> said that <Who address={farmer} /> was paid.
      </Trans>
    )
  },
  'payment-received': ({ event: { farmer }, quest }) => (
    <Trans>
      <Who address={farmer} /> confirmed that <Reward quest={quest} /> came, which no chain shows to this
      service.
    </Trans>
  ),
  'payment-missed': ({ event: { farmer } }) => (
    <Trans>
      <Who address={farmer} /> said that the payment did not come.
    </Trans>
  ),
  'payment-reminded': ({ event: { farmer }, quest, times = 1 }) =>
    times > 1 ? (
      <Trans>
        <Who address={quest.giver} /> was reminded {times} times of what they owe to <Who address={farmer} />.
      </Trans>
    ) : (
      <Trans>
        <Who address={quest.giver} /> was reminded of what they owe to <Who address={farmer} />.
      </Trans>
    ),
  'credit-kept': ({ event: { farmer, details }, quest }) => {
    const { amount, side } = details
    const whose = side === 'giver' ? quest.giver : farmer
    return (
      <Trans>
        {amount} {quest.rewardToken} for <Who address={whose} /> wait in the escrow contract: that wallet did
        not take them.
      </Trans>
    )
  },
  'credit-taken': ({ event: { farmer, details }, quest }) => {
    const { by, side } = details
    const whose = side === 'giver' ? quest.giver : farmer
    return side === by ? (
      <Trans>
        The money waiting in the escrow contract for <Who address={whose} /> was taken.
      </Trans>
    ) : (
      <Trans>
        Money that had waited in the escrow contract for <Who address={whose} /> for a year went back to the
        payer.
      </Trans>
    )
  },
} satisfies Record<string, Sentence>

function Hash({ hash = '' }: { hash: string | undefined }) {
  return <code title={hash}>{shortAddress(hash)}</code>
}
