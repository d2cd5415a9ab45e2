import type { QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { When } from '../../../ui/time.tsx'
import { Quote, Who } from './parts.tsx'
import type { Sentence } from './sentence.ts'

/** The ranking of a contest, and its end. */
export const aboutContests = {
  ranked: ({ event: { details }, quest }) =>
    details.rankedBy === 'arbiter' ? (
      <Trans>The platform wallet ranked the entries anew.</Trans>
    ) : details.rankedBy === 'members' ? (
      <Trans>
        The votes of members ranked the entries. The ranking can be disputed until{' '}
        <When at={details.endsAt ?? ''} />.
      </Trans>
    ) : (
      <Trans>
        <Who address={quest.giver} /> ranked the entries. The ranking can be disputed until{' '}
        <When at={details.endsAt ?? ''} />.
      </Trans>
    ),
  'ranking-disputed': ({ event: { actor, details } }) => (
    <>
      <Trans>
        <Who address={actor} /> disputed the ranking.
      </Trans>
      <Quote by={t`The reason`}>{details.reason}</Quote>
    </>
  ),
  'payout-begun': ({ event: { details } }) => (
    <>
      {decided[details.decided ?? ''] ?? null} <Trans>The escrow contract is to pay the prizes.</Trans>{' '}
      <Plural value={details.winners ?? 0} one="One entry wins." other="# entries win." />
      <Quote by={t`The reason`}>{details.reason}</Quote>
    </>
  ),
  'contest-decided': ({ event: { details } }) => (
    <>
      {decided[details.decided ?? ''] ?? <Trans>The contest is decided.</Trans>}{' '}
      <Plural
        value={details.winners ?? 0}
        _0="No entry is paid."
        one="One entry is paid."
        other="# entries are paid."
      />
      <Quote by={t`The reason`}>{details.reason}</Quote>
    </>
  ),
} satisfies Record<string, Sentence>

type Decided = NonNullable<QuestEvent['details']['decided']>

const decided: Readonly<Record<string, ReturnType<Sentence>>> = {
  ranked: <Trans>The ranking holds.</Trans>,
  resolved: <Trans>The platform wallet decided the dispute over the ranking.</Trans>,
  silence: <Trans>The entries were not ranked in time: the prizes are paid in equal parts.</Trans>,
  'no-entries': <Trans>There was no entry to pay, and the prizes went back.</Trans>,
  refunded: <Trans>The escrow contract gave the prizes back.</Trans>,
  'funds-gone': <Trans>The giver took the prizes back from the escrow contract before they were paid.</Trans>,
} satisfies Partial<Record<Decided, ReturnType<Sentence>>>
