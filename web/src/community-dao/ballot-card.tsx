import type { Ballot, VoteOutcome } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { locale } from '../language/i18n.ts'
import { percentOf } from '../ui/percent.ts'
import { Section } from '../ui/section.tsx'
import { Countdown, When } from '../ui/time.tsx'

/** The state of a vote: the votes cast, as bars with their figures, and the end in words. */
export function BallotCard({ ballot }: { ballot: Ballot }) {
  const { members, outcome, quorum, result } = ballot
  return (
    <Section className="grid gap-4">
      <div>
        <h2 className="text-xl font-semibold">
          <Trans>The vote</Trans>
        </h2>
        <p className="text-muted">
          {outcome ? <OutcomeWords outcome={outcome} percent={quorum} /> : <TimeWords ballot={ballot} />}
        </p>
      </div>
      {result ? (
        <Bars ballot={ballot} result={result} />
      ) : (
        <ul className="grid gap-1 text-sm">
          {ballot.choices.map(choice => (
            <li key={choice} dir="auto" className="[overflow-wrap:anywhere]">
              {choice}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        {castWords(ballot)} {weighing[ballot.weights]}
        {members !== null && (
          <>
            {' '}
            <Plural value={members} one="# member when it began." other="# members when it began." />
          </>
        )}
      </p>
    </Section>
  )
}

const weighing = {
  one: t`Each member has one vote.`,
  points: t`Votes weigh as many points as a member had this season when it began.`,
  title: t`Votes weigh by the titles that members had when it began.`,
}

/** The votes cast, and the votes needed. */
function castWords({ quorum: percent, result, state, totalWeight }: Ballot): string {
  const needed = percent > 0
  const quorum = percentOf(percent / 100)
  if (result === null) {
    if (state === 'upcoming')
      return needed ? t`Nobody can vote yet; ${quorum} are needed.` : t`Nobody can vote yet.`
    return needed
      ? t`The tally is shown at the end; ${quorum} are needed.`
      : t`The tally is shown at the end.`
  }
  const total = totalWeight ?? 0
  const share = percentOf(total > 0 ? result.cast / total : 0)
  const cast = result.cast.toLocaleString(locale)
  return needed
    ? plural(total, {
        one: `${cast} of # vote cast (${share}); ${quorum} are needed.`,
        other: `${cast} of # votes cast (${share}); ${quorum} are needed.`,
      })
    : plural(total, {
        one: `${cast} of # vote cast (${share}).`,
        other: `${cast} of # votes cast (${share}).`,
      })
}

function TimeWords({ ballot: { endsAt, startsAt, state } }: { ballot: Ballot }) {
  if (state === 'upcoming')
    return (
      <Trans>
        Begins <When at={startsAt} exact />, ends <When at={endsAt} exact />.
      </Trans>
    )
  return (
    <Trans>
      Ends <When at={endsAt} exact />, in <Countdown to={endsAt} />.
    </Trans>
  )
}

function OutcomeWords({ outcome, percent }: { outcome: VoteOutcome; percent: number }) {
  const quorum = percentOf(percent / 100)
  const { choice, closedAt, kind } = outcome
  return (
    <>
      {kind === 'decided' && (
        <strong className="text-ink">
          <Trans>
            “<bdi>{choice}</bdi>” won.
          </Trans>
        </strong>
      )}
      {kind === 'tied' && t`A tie: nothing is decided.`}
      {kind === 'no-quorum' && t`Too few votes for the quorum of ${quorum}: nothing is decided.`}
      {kind === 'no-votes' && t`Nobody voted for anything: nothing is decided.`}{' '}
      <Trans>
        It ended <When at={closedAt} exact />.
      </Trans>
    </>
  )
}

function Bars({ ballot, result }: { ballot: Ballot; result: NonNullable<Ballot['result']> }) {
  const won = ballot.outcome?.choice
  return (
    <ul className="grid gap-3">
      {result.choices.map(({ choice, voters, weight }) => {
        const share = result.cast > 0 ? weight / result.cast : 0
        const [cast, percent] = [weight.toLocaleString(locale), percentOf(share)]
        return (
          <li key={choice} className="grid gap-1">
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span
                dir="auto"
                className={`[overflow-wrap:anywhere] ${choice === won ? 'font-semibold' : ''}`}
              >
                {choice}
              </span>
              <span className="shrink-0 text-muted tabular-nums">
                {ballot.weights === 'one'
                  ? `${cast} · ${percent}`
                  : plural(voters, {
                      one: `${cast}, # member · ${percent}`,
                      other: `${cast}, # members · ${percent}`,
                    })}
              </span>
            </span>
            <svg
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              className="h-2.5 w-full rounded-full"
              aria-hidden="true"
            >
              <rect width="100" height="4" className="fill-line" />
              <rect width={100 * share} height="4" fill="currentColor" className="text-moss" />
            </svg>
          </li>
        )
      })}
    </ul>
  )
}
