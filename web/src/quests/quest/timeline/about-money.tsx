import { Quote, Reward, Who } from './parts.tsx'
import type { Sentence, Told } from './sentence.ts'

/** How the work of one farmer was disputed, paid or refunded. */
export const aboutMoney = {
  disputed: told => (begunBy[told.event.details.by ?? ''] ?? disputed)(told),
  answered: ({ event: { farmer } }) => (
    <>
      <Who address={farmer} /> answered the dispute.
    </>
  ),
  'evidence-added': ({ event: { farmer, details }, quest }) => (
    <>
      <Who address={details.role === 'giver' ? quest.giver : farmer} /> added evidence for whoever decides.
    </>
  ),
  'payment-asked': ({ event: { farmer, details } }) => (
    <>
      The contract was asked to {details.call === 'settle' ? 'end the dispute over the work of' : 'pay'}{' '}
      <Who address={farmer} />.
    </>
  ),
  released: told => (
    <>
      {told.quest.funding.rail === 'chain' ? (
        <>
          <Who address={told.event.farmer} /> was paid{' '}
          <Reward quest={told.quest} amount={told.event.details.paid} />.
        </>
      ) : (
        <>
          <Reward quest={told.quest} amount={told.event.details.paid} /> for the work of{' '}
          <Who address={told.event.farmer} /> was released.
        </>
      )}{' '}
      {paid[told.event.details.because ?? '']?.(told)}
      <Quote by="The reason">{told.event.details.reason}</Quote>
    </>
  ),
  refunded: told => (
    <>
      <Reward quest={told.quest} amount={told.event.details.refunded} /> for the work of{' '}
      <Who address={told.event.farmer} /> went back to <Who address={told.quest.giver} />.{' '}
      {refunded[told.event.details.because ?? '']?.(told)}
      <Quote by="The reason">{told.event.details.reason}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>

const begunBy: Readonly<Record<string, Sentence>> = {
  giver: ({ event: { farmer }, quest }) => (
    <>
      <Who address={quest.giver} /> disputed the work of <Who address={farmer} />. The payment is held.
    </>
  ),
  'code-host': ({ event: { farmer, details } }) => (
    <>
      The merge of <Who address={farmer} /> does not stand any more, so the service opened a dispute. The
      payment is held.
      <Quote by="The code host">{details.reason}</Quote>
    </>
  ),
  outage: ({ event: { farmer } }) => (
    <>
      Nobody could be asked whether the merge of <Who address={farmer} /> still stands: the code host did not
      answer. So the service opened a dispute, and the payment is held.
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
  split: told => (
    <>
      {decider(told)} gave each side a part:{' '}
      <Reward quest={told.quest} amount={told.event.details.refunded} /> went back to{' '}
      <Who address={told.quest.giver} />.
    </>
  ),
  undecided: () => 'Nobody decided the dispute in time, and what is known speaks for the work.',
}

const refunded: Readonly<Record<string, Sentence>> = {
  resolved: told => <>{decider(told)} decided the dispute for the giver.</>,
  undecided: () => 'Nobody decided the dispute in time.',
  conceded: ({ event }) => (
    <>
      <Who address={event.farmer} /> conceded.
    </>
  ),
  'funds-gone': () =>
    'The giver had taken the funds back from the contract before the work could be proposed to it.',
  'on-chain': () => 'It was refunded on chain.',
}

function decider({ event: { actor }, quest }: Told) {
  if (actor !== null) return <Who address={actor} />
  return quest.funding.rail === 'chain' ? 'The arbiter' : 'The platform wallet'
}
