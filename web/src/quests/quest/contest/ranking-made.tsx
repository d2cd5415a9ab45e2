import type { Contest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { AddressLink } from '../../../service/address-link.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { percentOf } from '../../../ui/percent.ts'

type Outcome = NonNullable<Contest['outcome']>['because']

const outcomes: Readonly<Record<Outcome, string>> = {
  ranked: t`The ranking holds.`,
  resolved: t`The platform wallet decided the dispute over the ranking.`,
  silence: t`The entries were not ranked in time: the prizes are paid in equal parts.`,
  'no-entries': t`There was no entry to pay, and the prizes went back.`,
  cancelled: t`The giver cancelled the contest before anybody entered.`,
  refunded: t`The escrow contract gave the prizes back.`,
  'funds-gone': t`The giver took the prizes back from the escrow contract before they were paid.`,
}

/** The winners and their prizes, with a word for each, and the prizes that went back; then how the contest was decided. */
export function RankingMade({ contest, token }: { contest: Contest; token: string }) {
  const { outcome, ranking, dispute, vote } = contest
  if (ranking === undefined && outcome === undefined) return null
  return (
    <div className="grid gap-3">
      <h3 className="text-lg font-semibold">
        <Trans>The ranking</Trans>
      </h3>
      {outcome && (
        <p>
          {outcomes[outcome.because]} {outcome.reason}
        </p>
      )}
      {vote && vote.total > 0 && <Counted vote={vote} />}
      {dispute?.reason && <blockquote dir="auto">{dispute.reason}</blockquote>}
      <ul className="grid gap-2">
        {ranking?.winners?.map(({ farmer, prize, word }) => (
          <li key={farmer} className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-muted">
              <Trans>Prize {prize}</Trans>
            </span>
            <AddressLink address={farmer} />
            {/* Entries with as many votes as each other share several prizes, and are not paid yet. */}
            {ranking.by !== 'members' && <Amount amount={contest.prizes[prize - 1] ?? '0'} token={token} />}
            {word && <q dir="auto">{word}</q>}
          </li>
        ))}
        {ranking?.returned.map(({ prize, reason }) => (
          <li key={prize} className="flex flex-wrap items-baseline gap-x-3">
            <span className="text-muted">
              <Trans>Prize {prize} goes back</Trans>
            </span>
            {reason && <q dir="auto">{reason}</q>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How much of the members' power took part, and how much had to. */
function Counted({ vote: { ballots, cast, quorum: needed, total } }: { vote: NonNullable<Contest['vote']> }) {
  const share = percentOf(Math.floor((cast * 100) / total) / 100)
  const quorum = percentOf(needed / 100)
  return (
    <p className="text-sm text-muted">
      <Plural value={ballots} _0="No member voted." one="One member voted." other="# members voted." />{' '}
      <Trans>
        {share} of the voting power took part; {quorum} had to.
      </Trans>
    </p>
  )
}
