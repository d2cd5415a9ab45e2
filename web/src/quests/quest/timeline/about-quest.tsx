import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { AddressLink } from '../../../service/address-link.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { listOf } from '../../../ui/list-of.ts'
import { Rating } from '../../../ui/rating.tsx'
import { When } from '../../../ui/time.tsx'
import { Quote, Reward, Who } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** Events of the quest itself, and of its reward. */
export const aboutQuest = {
  posted: ({ quest: { companionOf, giver, funding, revisions } }) =>
    companionOf !== undefined ? (
      <Trans>
        <AddressLink address={giver} /> promised <Amount amount={funding.amount} token={funding.token} /> for
        the quest of somebody else.
      </Trans>
    ) : funding.rail === 'ledger' && !revisions ? (
      <Trans>
        <AddressLink address={giver} /> posted the quest, and promised{' '}
        <Amount amount={funding.amount} token={funding.token} /> for it.
      </Trans>
    ) : (
      <Trans>
        <AddressLink address={giver} /> posted the quest.
      </Trans>
    ),
  backed: ({ quest, event: { actor, details } }) => {
    const amount = <Reward quest={quest} amount={details.amount} />
    // On chain it counts by its deposit, and the list of backers has the name.
    return actor === null && quest.funding.rail === 'chain' ? (
      <Trans>
        The deposit of {amount} more for each place arrived on chain, which somebody else adds to the reward.
      </Trans>
    ) : (
      <Trans>
        <Who address={actor} /> adds {amount} to the reward of each place.
      </Trans>
    )
  },
  'backing-stopped': ({ quest, event: { actor, details } }) => (
    <Trans>
      <Who address={actor} /> ended what was added to the reward of each place:{' '}
      <Reward quest={quest} amount={details.amount} />.
    </Trans>
  ),
  funded: ({ quest }) =>
    quest.companionOf === undefined
      ? t`The deposit arrived on chain. Farmers can take places.`
      : t`The deposit arrived on chain.`,
  misfunded: ({ event }) => (
    <>
      <Trans>A deposit arrived on chain that is not what the quest needs.</Trans>
      <Quote>{event.details.problem}</Quote>
    </>
  ),
  edited: ({ quest: { giver }, event: { details } }) => {
    const what = listOf((details.changed ?? []).map(wordOf))
    return what === '' ? (
      <Trans>
        <AddressLink address={giver} /> changed the quest.
      </Trans>
    ) : (
      <Trans>
        <AddressLink address={giver} /> changed the quest: {what}.
      </Trans>
    )
  },
  paused: ({ quest: { giver } }) => (
    <Trans>
      <AddressLink address={giver} /> takes no farmers for now.
    </Trans>
  ),
  resumed: ({ quest: { giver } }) => (
    <Trans>
      <AddressLink address={giver} /> takes farmers again.
    </Trans>
  ),
  closed: ({ event, quest }) =>
    quest.companionOf !== undefined ? (
      t`It takes no further work: the quest is over, or the addition ended.`
    ) : event.details.as === 'cancelled' ? (
      <Trans>
        <AddressLink address={quest.giver} /> cancelled the quest.
      </Trans>
    ) : (
      <Trans>
        <AddressLink address={quest.giver} /> closed the quest as completed.
      </Trans>
    ),
  'deadline-passed': () => t`The deadline passed. Nobody can join any more.`,
  closing: () =>
    t`The contract was asked to accept no more farmers, so that the giver can take the free places back.`,
  'notice-given': ({ event, quest }) =>
    event.details.endsAt === undefined ? (
      <Trans>
        <AddressLink address={quest.giver} /> told the contract that free places are taken back. Nobody can
        join any more.
      </Trans>
    ) : (
      <Trans>
        <AddressLink address={quest.giver} /> told the contract that free places are taken back from{' '}
        <When at={event.details.endsAt} exact /> on. Nobody can join any more.
      </Trans>
    ),
  'places-returned': ({ event: { details }, quest }) => {
    const { places = 0 } = details
    const giver = <AddressLink address={quest.giver} />
    return (
      <Plural
        value={places}
        one={`The money for a free place went back to ${giver}.`}
        other={`The money for # free places went back to ${giver}.`}
      />
    )
  },
  reviewed: ({ event: { actor, details } }) => (
    <>
      {details.role === 'giver' ? (
        <Trans>
          <Who address={actor} /> reviewed <Who address={details.reviewee ?? null} /> as the giver:{' '}
          <Rating value={details.rating ?? 0} />
        </Trans>
      ) : (
        <Trans>
          <Who address={actor} /> reviewed <Who address={details.reviewee ?? null} /> as a farmer:{' '}
          <Rating value={details.rating ?? 0} />
        </Trans>
      )}
      <Quote>{details.comment}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>

/** The fields of the interface, as people call them. */
const words: Readonly<Record<string, string>> = {
  title: t`title`,
  description: t`description`,
  reward: t`the words of the reward`,
  rewardAmount: t`reward`,
  rewardToken: t`token`,
  skills: t`skills`,
  maxFarmers: t`places`,
  category: t`category`,
  codehostRepo: t`repository`,
  codehostIssue: t`issue`,
  deadline: t`deadline`,
  admission: t`admission`,
  requires: t`requires`,
  questions: t`questions`,
}

function wordOf(field: string): string {
  return words[field] ?? field
}
