import type { ScoreEvent } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { locale } from '../language/i18n.ts'
import { Section } from '../ui/section.tsx'
import { useNow } from '../ui/time.tsx'
import { formatPoints, pointsOf, type Role, roundUp } from './points.ts'
import { PointsLine } from './points-line.tsx'

const lines = [
  { role: 'farmer', label: t`As a farmer`, className: 'text-moss', dashed: false },
  { role: 'giver', label: t`As a giver`, className: 'text-slate', dashed: true },
] as const satisfies readonly { role: Role; label: string; className: string; dashed: boolean }[]

const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })

/** The points over time, one line for each role; the table of events says the same in words. */
export function PointsChart({ history }: { history: readonly ScoreEvent[] }) {
  const now = useNow(60_000)
  const drawn = lines
    .map(line => ({ ...line, points: pointsOf(history, line.role) }))
    .filter(({ points }) => points.length > 0)
    .map(line => {
      const sum = line.points.at(-1)?.sum ?? 0
      return { ...line, sum, total: formatPoints(sum) }
    })
  const times = history.map(({ at }) => Date.parse(at))
  const [start, end] = [Math.min(...times), Math.max(now, ...times)]
  const best = roundUp(Math.max(...drawn.flatMap(({ points }) => points.map(({ sum }) => sum))))
  const told = drawn
    .map(({ label, sum, total }) =>
      plural(sum, { one: `${label}: ${total} point`, other: `${label}: ${total} points` }),
    )
    .join('; ')

  return (
    <Section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl font-semibold">
          <Trans>Points over time</Trans>
        </h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {drawn.map(({ role, label, className, dashed, total }) => (
            <li key={role} className="flex items-center gap-2">
              <svg viewBox="0 0 24 8" className={`h-2 w-6 ${className}`} aria-hidden="true">
                <path
                  d="M2 4h20"
                  stroke="currentColor"
                  strokeWidth="3"
                  strokeLinecap="round"
                  strokeDasharray={dashed ? '1 6' : undefined}
                />
              </svg>
              {label} <span className="font-semibold tabular-nums">{total}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="relative pt-5">
        <svg
          viewBox="0 0 1000 200"
          preserveAspectRatio="none"
          className="block h-48 w-full overflow-visible sm:h-60"
          role="img"
          aria-label={t`Points over time. ${told}. The table below lists every event.`}
        >
          {[0, 100, 200].map(y => (
            <path key={y} d={`M0 ${y}H1000`} className="stroke-line" vectorEffect="non-scaling-stroke" />
          ))}
          {drawn.map(({ role, className, dashed, points }) => (
            <PointsLine
              key={role}
              points={points}
              className={className}
              dashed={dashed}
              x={at => (1000 * (at - start)) / Math.max(1, end - start)}
              y={sum => 200 - (200 * sum) / best}
            />
          ))}
        </svg>
        <span aria-hidden="true" className="absolute top-0 left-0 text-xs text-muted tabular-nums">
          {formatPoints(best)}
        </span>
      </div>
      <div className="flex justify-between text-sm text-muted">
        <Day at={start} />
        <Day at={end} />
      </div>
    </Section>
  )
}

function Day({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{dates.format(at)}</time>
}
