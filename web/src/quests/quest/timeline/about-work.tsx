import { PullRequestLink } from '../../../codehost/pull-request-link.tsx'
import { When } from '../../../ui/time.tsx'
import { Quote, Who, Window } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** What happened to one farmer's place and work, until it is paid or disputed. */
export const aboutWork = {
  accepted: ({ event: { farmer, details } }) => (
    <>
      <Who address={farmer} /> took a place
      {details.expiresAt && (
        <>
          , which is kept for work until <When at={details.expiresAt} exact />
        </>
      )}
      .
    </>
  ),
  'account-pinned': ({ event }) => (
    <>
      <Who address={event.farmer} /> proved an account at the code host. Its merged pull requests prove the
      work.
    </>
  ),
  withdrawn: ({ event }) => (
    <>
      <Who address={event.farmer} /> gave the place back.
    </>
  ),
  'idle-warned': ({ event: { farmer, details } }) => (
    <>
      <Who address={farmer} /> was told that the place may be freed soon: there was no work yet
      {details.idleAt && (
        <>
          {' '}
          (from <When at={details.idleAt} exact /> on)
        </>
      )}
      .
    </>
  ),
  kept: ({ event: { farmer, details } }) => (
    <>
      <Who address={farmer} /> is still on it
      {details.idleAt && (
        <>
          : the place cannot be freed before <When at={details.idleAt} exact />
        </>
      )}
      .
    </>
  ),
  removed: ({ event }) => (
    <>
      The giver freed the place of <Who address={event.farmer} />, in which there was no work.
    </>
  ),
  'expiry-warned': ({ event }) => (
    <>
      <Who address={event.farmer} /> was warned that the place ends soon: there was no work yet.
    </>
  ),
  expired: ({ event }) => (
    <>
      The place of <Who address={event.farmer} /> ended without work, and is free again.
    </>
  ),
  'place-cancelled': ({ event }) => (
    <>
      The place of <Who address={event.farmer} /> ended with the quest.
    </>
  ),
  submitted: ({ event: { farmer, details } }) => (
    <>
      <Who address={farmer} /> handed in the work.
      <Window until={details.reviewEndsAt} />
    </>
  ),
  returned: ({ event: { farmer }, quest }) => (
    <>
      <Who address={quest.giver} /> returned the work of <Who address={farmer} />, to be handed in again.
    </>
  ),
  merged: ({ event: { farmer, details }, quest }) => {
    const codehostRepo = quest.codehostRepo ?? details.repository
    return (
      <>
        <PullRequestLink
          quest={codehostRepo === undefined ? {} : { codehostRepo }}
          number={details.pullRequest ?? 0}
        >{`Pull request ${details.pullRequest}`}</PullRequestLink>{' '}
        was merged, which proves the work of <Who address={farmer} />.
        <Window until={details.reviewEndsAt} />
      </>
    )
  },
  proposed: ({ event: { farmer, details } }) => (
    <>
      The work of <Who address={farmer} /> was proposed to the contract, which keeps the review window.
      <Window until={details.reviewEndsAt} />
    </>
  ),
  'proposed-again': ({ event: { farmer, details }, quest }) => (
    <>
      <Who address={quest.giver} /> returned the work of <Who address={farmer} /> on chain. A merge proves it,
      so it was proposed again, and the review starts anew.
      <Window until={details.reviewEndsAt} />
    </>
  ),
  'merge-cleared': ({ event }) => (
    <>
      The merge of <Who address={event.farmer} /> was looked at again, and its payment cleared.
    </>
  ),
  'merge-unreachable': ({ event }) => (
    <>
      The code host could not be asked whether the merge of <Who address={event.farmer} /> still stands. The
      payment waits.
    </>
  ),
  'merge-doubted': ({ event, quest }) => (
    <>
      The merge of <Who address={event.farmer} /> does not stand any more. The service does not ask the
      contract to pay it now; to hold the payment for good, <Who address={quest.giver} /> has to dispute it
      with a wallet.
      <Quote by="The code host">{event.details.reason}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>
