import type { Ballot, VoteOutcome } from '@furrow/sdk'
import { Card } from '../ui/card.tsx'
import { Countdown, When } from '../ui/time.tsx'

/** How a vote stands: what was cast, as bars with their figures, and the end in words. */
export function BallotCard({ ballot }: { ballot: Ballot }) {
  const { members, outcome, quorum, result, state, totalWeight } = ballot
  const cast = result?.cast ?? 0
  const share = totalWeight ? (cast / totalWeight) * 100 : 0
  return (
    <Card as="section" className="grid gap-4">
      <div>
        <h2 className="text-xl font-semibold">The vote</h2>
        <p className="text-muted">
          {outcome ? <OutcomeWords outcome={outcome} quorum={quorum} /> : <TimeWords ballot={ballot} />}
        </p>
      </div>
      {result ? (
        <Bars ballot={ballot} result={result} />
      ) : (
        <ul className="grid gap-1 text-sm">
          {ballot.choices.map(choice => (
            <li key={choice} className="[overflow-wrap:anywhere]">
              {choice}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {result
          ? `${weightWords(cast, totalWeight ?? 0)} cast (${share.toFixed(0)} %)`
          : state === 'upcoming'
            ? 'Nobody can vote yet'
            : 'The tally is shown at the end'}
        {quorum > 0 ? `; ${quorum} % are needed.` : '.'} {weighing[ballot.weights]}
        {members !== null && ` ${members.toLocaleString()} members when it began.`}
      </p>
    </Card>
  )
}

const weighing = {
  one: 'Each member has one vote.',
  points: 'Votes weigh as many points as a member had this season when it began.',
  title: 'Votes weigh by the titles that members had when it began.',
}

function weightWords(cast: number, total: number): string {
  return `${cast.toLocaleString()} of ${total.toLocaleString()} votes`
}

function TimeWords({ ballot: { endsAt, startsAt, state } }: { ballot: Ballot }) {
  if (state === 'upcoming')
    return (
      <>
        Begins <When at={startsAt} exact />, ends <When at={endsAt} exact />.
      </>
    )
  return (
    <>
      Ends <When at={endsAt} exact />, in <Countdown to={endsAt} />.
    </>
  )
}

function OutcomeWords({ outcome, quorum }: { outcome: VoteOutcome; quorum: number }) {
  const { choice, closedAt, kind } = outcome
  return (
    <>
      {kind === 'decided' && <strong className="text-ink">“{choice}” won.</strong>}
      {kind === 'tied' && 'A tie: nothing is decided.'}
      {kind === 'no-quorum' && `Too few votes for the quorum of ${quorum} %: nothing is decided.`}
      {kind === 'no-votes' && 'Nobody voted for anything: nothing is decided.'} It ended{' '}
      <When at={closedAt} exact />.
    </>
  )
}

function Bars({ ballot, result }: { ballot: Ballot; result: NonNullable<Ballot['result']> }) {
  const won = ballot.outcome?.choice
  return (
    <ul className="grid gap-3">
      {result.choices.map(({ choice, voters, weight }) => {
        const share = result.cast > 0 ? (weight / result.cast) * 100 : 0
        return (
          <li key={choice} className="grid gap-1">
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span className={`[overflow-wrap:anywhere] ${choice === won ? 'font-semibold' : ''}`}>
                {choice}
              </span>
              <span className="shrink-0 text-muted tabular-nums">
                {weight.toLocaleString()}
                {ballot.weights !== 'one' && `, ${voters.toLocaleString()} members`} · {share.toFixed(0)} %
              </span>
            </span>
            <svg
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              className="h-2.5 w-full rounded-full"
              aria-hidden="true"
            >
              <rect width="100" height="4" className="fill-line" />
              <rect width={share} height="4" fill="currentColor" className="text-moss" />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
