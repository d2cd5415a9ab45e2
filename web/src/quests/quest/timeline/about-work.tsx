import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PullRequestLink } from '../../../codehost/pull-request-link.tsx'
import { percentOf } from '../../../ui/percent.ts'
import { When } from '../../../ui/time.tsx'
import { faultSentence } from '../../fault-sentence.ts'
import { Quote, Reward, Who, Window } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** Events of one farmer's place and work, until it is paid or disputed. */
export const aboutWork = {
  accepted: ({ event: { farmer, details }, quest }) =>
    quest.companionOf !== undefined ? (
      <Trans>
        The work of <Who address={farmer} /> counts for this part, too.
      </Trans>
    ) : quest.contest !== undefined ? (
      <Trans>
        <Who address={farmer} /> gets a part of the prizes.
      </Trans>
    ) : details.expiresAt ? (
      <Trans>
        <Who address={farmer} /> took a place, which is kept for work until{' '}
        <When at={details.expiresAt} exact />.
      </Trans>
    ) : (
      <Trans>
        <Who address={farmer} /> took a place.
      </Trans>
    ),
  'account-pinned': ({ event }) => (
    <Trans>
      <Who address={event.farmer} /> proved an account at the code host. Its merged pull requests prove the
      work.
    </Trans>
  ),
  withdrawn: ({ event }) => (
    <Trans>
      <Who address={event.farmer} /> gave the place back.
    </Trans>
  ),
  'idle-warned': ({ event: { farmer, details } }) =>
    details.idleAt ? (
      <Trans>
        <Who address={farmer} /> was told that the place may be freed soon: there was no work yet (from{' '}
        <When at={details.idleAt} exact /> on).
      </Trans>
    ) : (
      <Trans>
        <Who address={farmer} /> was told that the place may be freed soon: there was no work yet.
      </Trans>
    ),
  kept: ({ event: { farmer, details } }) =>
    details.idleAt ? (
      <Trans>
        <Who address={farmer} /> is still on it: the place cannot be freed before{' '}
        <When at={details.idleAt} exact />.
      </Trans>
    ) : (
      <Trans>
        <Who address={farmer} /> is still on it.
      </Trans>
    ),
  removed: ({ event }) => (
    <Trans>
      The giver freed the place of <Who address={event.farmer} />, in which there was no work.
    </Trans>
  ),
  'expiry-warned': ({ event }) => (
    <Trans>
      <Who address={event.farmer} /> was warned that the place ends soon: there was no work yet.
    </Trans>
  ),
  'place-extended': ({ event: { farmer, details }, quest }) => (
    <Trans>
      <Who address={quest.giver} /> gave <Who address={farmer} /> more time, until{' '}
      <When at={details.expiresAt ?? ''} exact />.
    </Trans>
  ),
  expired: ({ event }) => (
    <Trans>
      The place of <Who address={event.farmer} /> ended without work, and is free again.
    </Trans>
  ),
  'place-cancelled': ({ event }) => (
    <Trans>
      The place of <Who address={event.farmer} /> ended with the quest.
    </Trans>
  ),
  attested: ({ event: { farmer } }) => (
    <Trans>
      An attester signed that a merge proves the work of <Who address={farmer} />: a dispute that nobody
      decides pays it.
    </Trans>
  ),
  ruled: ({ event: { farmer, details } }) => {
    const percent = percentOf(details.share ?? 0, 2)
    return details.paused ? (
      <Trans>
        The owner of the contract paused the arbiter’s ruling about the work of <Who address={farmer} />: the
        arbiter may rule anew until <When at={details.payableAt ?? ''} exact />, and what stands then is
        carried out.
      </Trans>
    ) : (
      <Trans>
        The arbiter ruled that <Who address={farmer} /> gets {percent} of the reward, and the giver the rest:
        the contract carries it out from <When at={details.payableAt ?? ''} exact /> on.
      </Trans>
    )
  },
  'ruling-undone': ({ event: { farmer, details } }) => (
    <Trans>
      The chain took back the ruling about the work of <Who address={farmer} />: it is disputed as before,
      until <When at={details.disputeEndsAt ?? ''} exact />.
    </Trans>
  ),
  'approval-signed': ({ event: { farmer, details }, quest }) => (
    <Trans>
      <Who address={quest.giver} /> signed that <Who address={farmer} /> is paid at once, which the service
      may carry to the contract until <When at={details.approvalEndsAt ?? ''} exact />.
    </Trans>
  ),
  submitted: ({ event: { farmer, details } }) => (
    <>
      <Trans>
        <Who address={farmer} /> handed in the work.
      </Trans>
      <Window until={details.reviewEndsAt} />
    </>
  ),
  returned: ({ event: { farmer }, quest }) => (
    <Trans>
      <Who address={quest.giver} /> returned the work of <Who address={farmer} />, to be handed in again.
    </Trans>
  ),
  merged: ({ event: { farmer, details }, quest }) => {
    const { pullRequest = 0 } = details
    const codehostRepo = quest.codehostRepo ?? details.repository
    return (
      <>
        <Trans>
          <PullRequestLink
            quest={codehostRepo === undefined ? {} : { codehostRepo }}
            number={pullRequest}
          >{`Pull request ${pullRequest}`}</PullRequestLink>{' '}
          was merged, which proves the work of <Who address={farmer} />.
        </Trans>
        <Window until={details.reviewEndsAt} />
      </>
    )
  },
  proposed: ({ event: { farmer, details } }) => (
    <>
      <Trans>
        The work of <Who address={farmer} /> was proposed to the contract, which keeps the review window.
      </Trans>
      <Window until={details.reviewEndsAt} />
    </>
  ),
  'part-proposed': ({ event: { farmer, details }, quest }) => (
    <Trans>
      <Who address={details.by === 'giver' ? quest.giver : farmer} /> proposed that <Who address={farmer} />{' '}
      gets <Reward quest={quest} amount={details.paid} />, and <Who address={quest.giver} /> the rest.
    </Trans>
  ),
  'place-shared': ({ event: { farmer, details } }) => (
    <Trans>
      <Who address={farmer} /> shared the reward of their place among {details.members ?? 2} people.
    </Trans>
  ),
  'share-agreed': ({ event: { actor, farmer } }) => (
    <Trans>
      <Who address={actor} /> agreed to their share of the place of <Who address={farmer} />.
    </Trans>
  ),
  'share-ended': ({ event: { farmer } }) => (
    <Trans>
      The place of <Who address={farmer} /> is not shared any more.
    </Trans>
  ),
  'proposed-again': ({ event: { farmer, details }, quest }) => (
    <>
      <Trans>
        <Who address={quest.giver} /> returned the work of <Who address={farmer} /> on chain. A merge proves
        it, so it was proposed again, and the review starts anew.
      </Trans>
      <Window until={details.reviewEndsAt} />
    </>
  ),
  'merge-cleared': ({ event }) => (
    <Trans>
      The merge of <Who address={event.farmer} /> was looked at again, and its payment cleared.
    </Trans>
  ),
  'merge-unreachable': ({ event }) => (
    <Trans>
      The code host could not be asked whether the merge of <Who address={event.farmer} /> still stands. The
      payment waits.
    </Trans>
  ),
  'merge-doubted': ({ event, quest }) => (
    <>
      <Trans>
        The merge of <Who address={event.farmer} /> does not stand any more. The service does not ask the
        contract to pay it now; to hold the payment for good, <Who address={quest.giver} /> has to dispute it
        with a wallet.
      </Trans>
      <Quote by={t`The code host`}>{faultSentence(event)}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>
