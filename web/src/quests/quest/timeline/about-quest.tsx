import { AddressLink } from '../../../service/address-link.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { When } from '../../../ui/time.tsx'
import { Quote, Who } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** What happened to the quest itself, and to what it pays. */
export const aboutQuest = {
  posted: ({ quest: { giver, funding, revisions } }) => (
    <>
      <AddressLink address={giver} /> posted the quest
      {funding.rail === 'ledger' && !revisions && (
        <>
          , and promised <Amount amount={funding.amount} token={funding.token} /> for it
        </>
      )}
      .
    </>
  ),
  funded: () => 'The deposit arrived on chain. Farmers can take places.',
  misfunded: ({ event }) => (
    <>
      A deposit arrived on chain that is not what the quest needs.
      <Quote>{event.details.problem}</Quote>
    </>
  ),
  edited: ({ quest: { giver }, event: { details } }) => (
    <>
      <AddressLink address={giver} /> changed the quest
      {details.changed && details.changed.length > 0 && <>: {details.changed.map(wordOf).join(', ')}</>}.
    </>
  ),
  paused: ({ quest: { giver } }) => (
    <>
      <AddressLink address={giver} /> takes no farmers for now.
    </>
  ),
  resumed: ({ quest: { giver } }) => (
    <>
      <AddressLink address={giver} /> takes farmers again.
    </>
  ),
  closed: ({ event, quest }) => (
    <>
      <AddressLink address={quest.giver} />{' '}
      {event.details.as === 'cancelled' ? 'cancelled the quest.' : 'closed the quest as completed.'}
    </>
  ),
  'deadline-passed': () => 'The deadline passed. Nobody can join any more.',
  closing: () =>
    'The contract was asked to take nobody any more, so that the giver can have back what is free.',
  'notice-given': ({ event, quest }) => (
    <>
      <AddressLink address={quest.giver} /> told the contract that free places are taken back
      {event.details.endsAt !== undefined && (
        <>
          {' '}
          from <When at={event.details.endsAt} exact /> on
        </>
      )}
      . Nobody can join any more.
    </>
  ),
  'places-returned': ({ event, quest }) => (
    <>
      What {event.details.places === 1 ? 'a free place' : `${event.details.places} free places`} would have
      paid went back to <AddressLink address={quest.giver} />.
    </>
  ),
  reviewed: ({ event: { actor, details } }) => (
    <>
      <Who address={actor} /> reviewed <Who address={details.reviewee ?? null} /> as{' '}
      {details.role === 'giver' ? 'the giver' : 'a farmer'}: <Rating value={details.rating ?? 0} />
      <Quote>{details.comment}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>

const words: Readonly<Record<string, string>> = {
  rewardAmount: 'reward',
  rewardToken: 'token',
  reward: 'the words of the reward',
  maxFarmers: 'places',
  codehostRepo: 'repository',
  codehostIssue: 'issue',
}

/** The fields of the interface, as people call them. */
function wordOf(field: string): string {
  return words[field] ?? field
}
