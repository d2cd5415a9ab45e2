import { Trans } from '@lingui/react/macro'
import { shortAddress } from '../../../ui/address.ts'
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
    const { chainId, txHash } = details
    return (
      <Trans>
        Transaction <Hash hash={txHash} /> of chain {chainId} has its confirmations: it paid{' '}
        <Reward quest={quest} /> to <Who address={farmer} />.
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
  'payment-refused': ({ event: { farmer, details } }) => {
    const { chainId, txHash } = details
    return (
      <>
        <Trans>
          Transaction <Hash hash={txHash} /> of chain {chainId} is no payment of <Who address={farmer} />.
        </Trans>
        <Quote>{details.problem}</Quote>
      </>
    )
  },
} satisfies Record<string, Sentence>

function Hash({ hash = '' }: { hash: string | undefined }) {
  return <code title={hash}>{shortAddress(hash)}</code>
}
