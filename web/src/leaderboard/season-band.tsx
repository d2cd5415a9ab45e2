import type { Season } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { locale } from '../language/i18n.ts'
import { Section } from '../ui/section.tsx'
import { useNow } from '../ui/time.tsx'

const day = 86_400_000
const rows = 30
const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

export function daysOf({ startDate, endDate }: Pick<Season, 'startDate' | 'endDate'>): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / day)
}

/** The season's progress: a field whose rows are sown one after the other. */
export function SeasonBand({ season: { number, startDate, endDate } }: { season: Season }) {
  const now = useNow(60_000)
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)]
  const grown = Math.min(1, Math.max(0, (now - start) / (end - start)))
  const days = daysOf({ startDate, endDate })
  const today = Math.min(days, Math.floor(grown * days) + 1)
  const left = Math.max(0, Math.ceil((end - now) / day))
  return (
    <Section className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-2xl font-semibold">
          <Trans>Season {number}</Trans>
        </h2>
        <p className="text-sm text-muted">
          {now >= end
            ? t`It is over.`
            : left === 0
              ? t`It ends today.`
              : plural(left, { one: '# day left', other: '# days left' })}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={t`Season ${number}`}
        aria-valuemin={0}
        aria-valuemax={days}
        aria-valuenow={today}
        aria-valuetext={t`Day ${today} of ${days}`}
      >
        <Field grown={grown} />
      </div>
      <div className="flex justify-between gap-4 text-sm text-muted">
        <Day at={startDate} />
        <span className="font-semibold text-ink">
          <Trans>
            Day {today} of {days}
          </Trans>
        </span>
        <Day at={endDate} />
      </div>
    </Section>
  )
}

function Field({ grown }: { grown: number }) {
  const sown = Math.floor(grown * rows)
  return (
    <svg viewBox={`0 0 ${rows * 10} 22`} preserveAspectRatio="none" className="h-8 w-full" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a field stay where they are
          key={row}
          x={row * 10 + 1}
          y="2"
          width="8"
          height="18"
          rx="2"
          className={row < sown ? 'fill-moss' : row === sown ? 'fill-soil' : 'fill-line'}
        />
      ))}
    </svg>
  )
}

function Day({ at }: { at: string }) {
  return <time dateTime={at}>{dates.format(new Date(at))}</time>
}
