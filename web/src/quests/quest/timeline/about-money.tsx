import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { faultSentence } from '../../fault-sentence.ts'
import { Quote, Reward, Who } from './parts.tsx'
import type { Sentence, Told } from './sentence.ts'

/** Disputes, payments and refunds of one farmer's work. */
export const aboutMoney = {
  disputed: told => (begunBy[told.event.details.by ?? ''] ?? disputed)(told),
  answered: ({ event: { farmer } }) => (
    <Trans>
      <Who address={farmer} /> answered the dispute.
    </Trans>
  ),
  'evidence-added': ({ event: { farmer, details }, quest }) => (
    <Trans>
      <Who address={details.role === 'giver' ? quest.giver : farmer} /> added evidence for the arbiter.
    </Trans>
  ),
  'payment-asked': ({ event: { farmer, details } }) =>
    details.call === 'settle' ? (
      <Trans>
        The contract was asked to end the dispute over the work of <Who address={farmer} />.
      </Trans>
    ) : (
      <Trans>
        The contract was asked to pay <Who address={farmer} />.
      </Trans>
    ),
  released: told => (
    <>
      {told.quest.funding.rail === 'chain' ? (
        <Trans>
          <Who address={told.event.farmer} /> was paid{' '}
          <Reward quest={told.quest} amount={told.event.details.paid} />.
        </Trans>
      ) : (
        <Trans>
          <Reward quest={told.quest} amount={told.event.details.paid} /> for the work of{' '}
          <Who address={told.event.farmer} /> was released.
        </Trans>
      )}{' '}
      {paid[told.event.details.because ?? '']?.(told)}
      <Quote by={t`The reason`}>{told.event.details.reason}</Quote>
    </>
  ),
  'share-released': ({ event: { farmer, details }, quest }) => (
    <Trans>
      <Reward quest={quest} amount={details.paid} /> for the share of <Who address={farmer} /> was released.
    </Trans>
  ),
  objected: ({ quest, event: { farmer, details } }) => (
    <>
      <Trans>
        <Who address={quest.giver} /> objects to paying for the work of <Who address={farmer} />. This part is
        held.
      </Trans>
      <Quote>{details.reason}</Quote>
    </>
  ),
  refunded: told => (
    <>
      <Trans>
        <Reward quest={told.quest} amount={told.event.details.refunded} /> for the work of{' '}
        <Who address={told.event.farmer} /> went back to <Who address={told.quest.giver} />.
      </Trans>{' '}
      {refunded[told.event.details.because ?? '']?.(told)}
      <Quote by={t`The reason`}>{told.event.details.reason}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>

const begunBy: Readonly<Record<string, Sentence>> = {
  giver: ({ event: { farmer }, quest }) => (
    <Trans>
      <Who address={quest.giver} /> disputed the work of <Who address={farmer} />. The payment is held.
    </Trans>
  ),
  'code-host': ({ event }) => (
    <>
      <Trans>
        The merge of <Who address={event.farmer} /> does not stand any more, so the service opened a dispute.
        The payment is held.
      </Trans>
      <Quote by={t`The code host`}>{faultSentence(event)}</Quote>
    </>
  ),
  outage: ({ event: { farmer } }) => (
    <Trans>
      The code host did not answer whether the merge of <Who address={farmer} /> still stands. So the service
      opened a dispute, and the payment is held.
    </Trans>
  ),
}

/** A dispute by somebody whom this page does not know. */
function disputed({ event: { farmer, details } }: Told) {
  return (
    <>
      <Trans>
        The work of <Who address={farmer} /> is disputed. The payment is held.
      </Trans>
      <Quote>{details.reason}</Quote>
    </>
  )
}

const paid: Readonly<Record<string, Sentence>> = {
  'window-over': () => t`The review window was over, and nobody had disputed it.`,
  approved: ({ quest }) => (
    <Trans>
      <Who address={quest.giver} /> approved the work.
    </Trans>
  ),
  resolved: told => {
    const decider = deciderOf(told)
    return <Trans>{decider} decided the dispute for the farmer.</Trans>
  },
  split: told => {
    const decider = deciderOf(told)
    return (
      <Trans>
        {decider} gave each side a part: <Reward quest={told.quest} amount={told.event.details.refunded} />{' '}
        went back to <Who address={told.quest.giver} />.
      </Trans>
    )
  },
  agreed: ({ event, quest }) => (
    <Trans>
      <Who address={quest.giver} /> and <Who address={event.farmer} /> agreed to a part each:{' '}
      <Reward quest={quest} amount={event.details.refunded} /> went back to <Who address={quest.giver} />.
    </Trans>
  ),
  undecided: () => t`Nobody decided the dispute in time, and what is known speaks for the work.`,
}

const refunded: Readonly<Record<string, Sentence>> = {
  resolved: told => {
    const decider = deciderOf(told)
    return <Trans>{decider} decided the dispute for the giver.</Trans>
  },
  undecided: () => t`Nobody decided the dispute in time.`,
  conceded: ({ event }) => (
    <Trans>
      <Who address={event.farmer} /> conceded.
    </Trans>
  ),
  'funds-gone': () =>
    t`The giver had taken the funds back from the contract before the work could be proposed to it.`,
  'on-chain': () => t`It was refunded on chain.`,
}

function deciderOf({ event: { actor }, quest }: Told) {
  if (actor !== null) return <Who address={actor} />
  return quest.funding.rail === 'chain' ? t`The arbiter` : t`The platform wallet`
}
