import type { Overview } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { locale } from '../../language/i18n.ts'
import { furrow } from '../../service/furrow.ts'
import { often } from '../../service/often.ts'
import { Amount } from '../../ui/amount.tsx'

/** The first part of the key has it asked for again when quests change. */
export function useOverview() {
  return useQuery({
    queryKey: ['quests', 'overview'],
    queryFn: () => furrow.overview(),
    refetchInterval: () => often(60_000),
  })
}

/** Three figures of this place as it is now, a line each on a phone. Their room is kept until they are known. */
export function Figures({ overview }: { overview: Overview | undefined }) {
  return (
    <dl className="grid gap-x-10 gap-y-3 border-y border-line py-5 sm:flex sm:flex-wrap sm:gap-y-4">
      <Figure label={t`open quests`}>{overview && countOf(overview)}</Figure>
      <Figure label={t`rewards open`}>{overview && <Rewards rewards={overview.rewards} />}</Figure>
      <Figure label={t`median time from release to payment`}>
        {overview && soonness(overview.medianDaysToPay)}
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 sm:flex-col-reverse sm:items-start sm:justify-end">
      <dt className="text-sm text-muted max-sm:basis-1/2">{label}</dt>
      <dd className="min-h-7 text-right text-xl font-semibold tabular-nums sm:min-h-9 sm:text-left sm:text-2xl">
        {children}
      </dd>
    </div>
  )
}

function countOf({ openQuests, complete }: Overview): string {
  const count = openQuests.toLocaleString(locale)
  return complete ? count : t`more than ${count}`
}

const shown = 2

function Rewards({ rewards }: Pick<Overview, 'rewards'>) {
  const more = rewards.length - shown
  if (rewards.length === 0) return t`none now`
  return (
    <span className="flex flex-wrap gap-x-4 max-sm:justify-end">
      {rewards.slice(0, shown).map(({ amount, token }) => (
        <Amount key={token} amount={amount} token={token} />
      ))}
      {more > 0 && (
        <span className="self-center text-sm font-normal text-muted">
          {plural(more, { one: 'and # more token', other: 'and # more tokens' })}
        </span>
      )}
    </span>
  )
}

function soonness(days: number | null): ReactNode {
  if (days === null)
    return (
      <span className="text-base font-normal whitespace-nowrap text-muted">
        <Trans>no payment yet</Trans>
      </span>
    )
  if (days < 1) return t`the same day`
  const rounded = Math.round(days * 10) / 10
  return plural(rounded, { one: '# day', other: '# days' })
}
