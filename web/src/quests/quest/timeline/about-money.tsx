import { Quote, Reward, Who } from './parts.tsx'
import type { Sentence, Told } from './sentence.ts'

/** How the work of one farmer was disputed, paid or refunded. */
export const aboutMoney = {
  disputed: told => (begunBy[told.event.details.by ?? ''] ?? disputed)(told),
  'payment-asked': ({ event: { farmer, details } }) => (
    <>
      The contract was asked to {details.call === 'settle' ? 'end the dispute over the work of' : 'pay'}{' '}
      <Who address={farmer} />.
    </>
  ),
  released: told => (
    <>
      <Who address={told.event.farmer} /> was paid <Reward quest={told.quest} />.{' '}
      {paid[told.event.details.because ?? '']?.(told)}
    </>
  ),
  refunded: told => (
    <>
      <Reward quest={told.quest} /> for the work of <Who address={told.event.farmer} /> went back to{' '}
      <Who address={told.quest.giver} />. {refunded[told.event.details.because ?? '']?.(told)}
    </>
  ),
} satisfies Record<string, Sentence>

const begunBy: Readonly<Record<string, Sentence>> = {
  giver: ({ event: { farmer, details }, quest }) => (
    <>
      <Who address={quest.giver} /> disputed the work of <Who address={farmer} />. The payment is held.
      {/* The contract takes no reason. */}
      {quest.funding.rail === 'ledger' && <Quote by="The giver">{details.reason}</Quote>}
    </>
  ),
  'code-host': ({ event: { farmer, details } }) => (
    <>
      The merge of <Who address={farmer} /> does not stand any more, so a dispute began by itself. The payment
      is held.
      <Quote by="The code host">{details.reason}</Quote>
    </>
  ),
  outage: ({ event: { farmer } }) => (
    <>
      Nobody could be asked whether the merge of <Who address={farmer} /> still stands: the code host did not
      answer. So a dispute began by itself, and the payment is held.
    </>
  ),
}

/** By somebody whom this page does not know. */
function disputed({ event: { farmer, details } }: Told) {
  return (
    <>
      The work of <Who address={farmer} /> is disputed. The payment is held.
      <Quote>{details.reason}</Quote>
    </>
  )
}

const paid: Readonly<Record<string, Sentence>> = {
  'window-over': () => 'The review window was over, and nobody had disputed it.',
  approved: ({ quest }) => (
    <>
      <Who address={quest.giver} /> approved the work.
    </>
  ),
  resolved: told => <>{decider(told)} decided the dispute for the farmer.</>,
  undecided: () => 'Nobody decided the dispute in time, and what is known speaks for the work.',
}

const refunded: Readonly<Record<string, Sentence>> = {
  resolved: told => <>{decider(told)} decided the dispute for the giver.</>,
  undecided: () => 'Nobody decided the dispute in time.',
  'funds-gone': () =>
    'The giver had taken the funds back from the contract before the work could be proposed to it.',
  'on-chain': () => 'It was refunded on chain.',
}

function decider({ event: { actor }, quest }: Told) {
  if (actor !== null) return <Who address={actor} />
  return quest.funding.rail === 'chain' ? 'The arbiter' : 'The platform wallet'
}
