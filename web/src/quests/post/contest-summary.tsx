import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useConfig } from '../../service/use-config.ts'
import { Amount } from '../../ui/amount.tsx'
import { Section } from '../../ui/section.tsx'
import { lengthOf, When } from '../../ui/time.tsx'
import { Estimate } from '../estimate.tsx'
import { entriesOf, momentOf, mostEntriesOf, sumOfPrizes, type TypedContest } from './contest-draft.ts'

/** The cost, and what happens at each end, also where somebody keeps silent; `children` post it. */
export function ContestSummary({ contest, children }: { contest: TypedContest; children: ReactNode }) {
  const { chain, reviewWindowHours } = useConfig()
  const { prizes, token } = contest
  const sum = sumOfPrizes(contest)
  const hours = lengthOf(reviewWindowHours, 'hour')
  return (
    <Section className="grid justify-items-start gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>Before you post it</Trans>
      </h2>
      <div className="grid gap-1">
        <p className="text-2xl">
          <Amount amount={sum} token={token || '…'} />
        </p>
        <p className="text-sm text-muted">
          <Plural value={prizes.length} one="One prize" other="# prizes together" />
        </p>
        <Estimate amount={sum} token={token} />
        <p className="text-sm text-muted">
          {chain === null ? (
            <Trans>It is promised in the ledger now, and released to the winners once it is decided.</Trans>
          ) : (
            <Trans>
              You pay it into the escrow contract from your wallet in the next step; entries are taken from
              then on.
            </Trans>
          )}
        </p>
      </div>
      <dl className="grid gap-3">
        <Ends contest={contest} />
        {contest.byVotes && (
          <Point term={t`If entries have as many votes as each other`}>
            <Trans>They share as many prizes as they are. Prizes that no vote is for come back to you.</Trans>
          </Point>
        )}
        <Point
          term={contest.byVotes ? t`If too few members vote in time` : t`If you do not rank them in time`}
        >
          <Trans>All prizes together are paid in equal parts among all entries, without a choice.</Trans>
        </Point>
        <Point term={t`If nobody disputes the ranking within ${hours}`}>
          {chain === null ? (
            <Trans>It holds, and you owe the winners their prizes.</Trans>
          ) : (
            <Trans>
              It holds, and the contract pays all prizes together to an account that divides them. You can
              dispute that payment at the contract, or sign for it so that it is paid at once.
            </Trans>
          )}
        </Point>
        <Point term={t`If an entrant disputes it`}>
          <Trans>The platform wallet decides. Where it does not, the ranking holds.</Trans>
        </Point>
      </dl>
      {children}
    </Section>
  )
}

/** Both times that the giver sets, and the silence of everybody until the first of them. */
function Ends({ contest }: { contest: TypedContest }) {
  const [until, decided] = [momentOf(contest.entriesUntil), momentOf(contest.decideUntil)]
  const most = entriesOf(contest, mostEntriesOf(useConfig()))
  return (
    <>
      {until !== null && decided !== null && (
        <Point term={t`When`}>
          {contest.byVotes ? (
            <Trans>
              Up to {most} entries are taken until <When at={until} exact />, and members vote on them until{' '}
              <When at={decided} exact />.
            </Trans>
          ) : (
            <Trans>
              Up to {most} entries are taken until <When at={until} exact />, and you rank them until{' '}
              <When at={decided} exact />.
            </Trans>
          )}{' '}
          {contest.sealed
            ? t`Until entries end only its author reads an entry. It is encrypted at rest, and not end to end.`
            : t`Everybody reads them at once.`}
        </Point>
      )}
      <Point term={t`If nobody enters`}>
        <Trans>All prizes come back to you.</Trans>
      </Point>
    </>
  )
}

function Point({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}
