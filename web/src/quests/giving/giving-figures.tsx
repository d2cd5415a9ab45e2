import type { GivingFigures } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { locale } from '../../language/i18n.ts'
import { Amount } from '../../ui/amount.tsx'

type Props = { figures: GivingFigures }

export function Counts({ figures }: Props) {
  const { disputes, finished, places, quests, returned, taken } = figures
  const counts = [
    [t`quests`, quests],
    [t`places`, places],
    [t`taken`, taken],
    [t`finished`, finished],
    [t`returned`, returned],
    [t`disputed`, disputes.count],
  ] as const
  return (
    <div className="grid gap-2 border-y border-line py-5">
      <dl className="grid grid-cols-3 gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-10">
        {counts.map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{count.toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
      {disputes.count > 0 && (
        <p className="text-sm text-muted">
          <Trans>
            Disputes: {disputes.paid} decided for the farmer, {disputes.refunded} for you, {disputes.split}{' '}
            split, {disputes.open} open.
          </Trans>
        </p>
      )}
    </div>
  )
}

export function Times({ figures: { times } }: Props) {
  const steps = [
    [t`Until somebody applies or takes a place`, times.toInterest],
    [t`From taking a place to handing in`, times.toHandIn],
    [t`From taking a place to the merge`, times.toMerge],
    [t`From handing in to the decision`, times.toDecision],
    [t`From the release to the payment`, times.toPayment],
  ] as const
  return (
    <dl className="grid gap-3">
      {steps.map(([label, { count, medianHours }]) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{label}</dt>
          <dd className="ml-auto text-right">
            {medianHours === null ? (
              <span className="text-muted">
                <Trans>nothing yet</Trans>
              </span>
            ) : (
              <>
                <span className="font-semibold tabular-nums">{lengthOf(medianHours)}</span>{' '}
                <span className="text-sm text-muted">
                  <Plural value={count} one="once" other="median of # times" />
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Costs({ figures: { mergedCosts } }: Props) {
  if (mergedCosts.length === 0)
    return (
      <p className="text-muted">
        <Trans>No merged pull request was released yet.</Trans>
      </p>
    )
  return (
    <ul className="grid gap-3">
      {mergedCosts.map(({ count, median, sum, token }) => {
        const merged = plural(count, { one: '# pull request', other: '# pull requests' })
        return (
          <li key={token} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              <Amount amount={median} token={token} />{' '}
              <span className="text-sm text-muted">
                <Trans>in the median</Trans>
              </span>
            </span>
            <span className="text-sm text-muted">
              <Trans>
                {merged}, <Amount amount={sum} token={token} /> in all
              </Trans>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Hours up to two days, then days, with one decimal at most. */
export function lengthOf(hours: number): string {
  const inDays = hours >= 48
  const count = Math.round((inDays ? hours / 24 : hours) * 10) / 10
  if (count === 0) return t`a few minutes`
  return inDays
    ? plural(count, { one: '# day', other: '# days' })
    : plural(count, { one: '# hour', other: '# hours' })
}
