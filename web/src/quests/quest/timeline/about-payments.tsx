import { shortAddress } from '../../../ui/address.ts'
import { Quote, Reward, Who } from './parts.tsx'
import type { Sentence, Told } from './sentence.ts'

/** The transactions that a giver shows as the payment of released work. */
export const aboutPayments = {
  'payment-shown': told => (
    <>
      <Who address={told.quest.giver} /> showed transaction <Hash {...told} /> as the payment of{' '}
      <Who address={told.event.farmer} />.
    </>
  ),
  'payment-settled': told => (
    <>
      Transaction <Hash {...told} /> has its confirmations: it paid <Reward quest={told.quest} /> to{' '}
      <Who address={told.event.farmer} />.
    </>
  ),
  'payment-reorganised': told => (
    <>
      The chain does not have transaction <Hash {...told} /> any more, which had paid{' '}
      <Who address={told.event.farmer} />. It is looked for again.
    </>
  ),
  'payment-refused': told => (
    <>
      Transaction <Hash {...told} /> is no payment of <Who address={told.event.farmer} />.
      <Quote>{told.event.details.problem}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>

function Hash({ event: { details } }: Told) {
  const { chainId, txHash = '' } = details
  return (
    <>
      <code title={txHash}>{shortAddress(txHash)}</code> of chain {chainId}
    </>
  )
}
