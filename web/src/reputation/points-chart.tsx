import type { ScoreEvent } from '@furrow/sdk'
import { Card } from '../ui/card.tsx'
import { useNow } from '../ui/time.tsx'
import { formatPoints, type Point, pointsOf, type Role, roundUp } from './points.ts'

const size = { width: 640, height: 240, left: 8, right: 12, top: 16, bottom: 8 }
const lines = [
  { role: 'farmer', label: 'As a farmer', className: 'text-moss', dash: undefined },
  { role: 'giver', label: 'As a giver', className: 'text-wheat', dash: '2 6' },
] as const satisfies readonly { role: Role; label: string; className: string; dash: string | undefined }[]

/** The points over time, one line for each role; the table of events says the same in words. */
export function PointsChart({ history }: { history: readonly ScoreEvent[] }) {
  const now = useNow(60_000)
  const drawn = lines
    .map(line => ({ ...line, points: pointsOf(history, line.role) }))
    .filter(({ points }) => points.length > 0)
  const times = history.map(({ at }) => Date.parse(at))
  const [start, end] = [Math.min(...times), Math.max(now, ...times)]
  const best = roundUp(Math.max(...drawn.flatMap(({ points }) => points.map(({ sum }) => sum))))
  const x = (at: number) =>
    size.left + ((at - start) / Math.max(1, end - start)) * (size.width - size.left - size.right)
  const y = (sum: number) => size.height - size.bottom - (sum / best) * (size.height - size.top - size.bottom)
  const told = drawn.map(({ label, points }) => `${label}: ${formatPoints(points.at(-1)?.sum ?? 0)} points`)

  return (
    <Card as="section" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl font-semibold">Points over time</h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {drawn.map(({ role, label, className, dash, points }) => (
            <li key={role} className="flex items-center gap-2">
              <svg viewBox="0 0 24 8" className={`h-2 w-6 ${className}`} aria-hidden="true">
                <path
                  d="M1 4h22"
                  stroke="currentColor"
                  strokeWidth="3"
                  strokeLinecap="round"
                  strokeDasharray={dash}
                />
              </svg>
              {label}{' '}
              <span className="font-semibold tabular-nums">{formatPoints(points.at(-1)?.sum ?? 0)}</span>
            </li>
          ))}
        </ul>
      </div>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        className="w-full"
        role="img"
        aria-label={`Points over time. ${told.join('; ')}. The table below lists every event.`}
      >
        {[0, 0.5, 1].map(part => (
          <g key={part}>
            <path
              d={`M${size.left} ${y(best * part)}H${size.width - size.right}`}
              className="stroke-line"
              strokeWidth="1"
            />
            {part > 0 && (
              <text x={size.left} y={y(best * part) - 5} className="fill-muted text-[13px]">
                {formatPoints(best * part)}
              </text>
            )}
          </g>
        ))}
        {drawn.map(({ role, className, dash, points }) => (
          <g key={role} className={className}>
            {dash === undefined && (
              <path
                d={`${stepsOf(points, end, x, y)}V${y(0)}H${x(points[0]?.at ?? start)}Z`}
                className="fill-moss/12"
              />
            )}
            <path
              d={stepsOf(points, end, x, y)}
              fill="none"
              stroke="currentColor"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
              strokeDasharray={dash}
            />
            {points.map(({ at, sum }) => (
              <circle key={`${at} ${sum}`} cx={x(at)} cy={y(sum)} r="4" fill="currentColor" />
            ))}
          </g>
        ))}
      </svg>
      <div className="flex justify-between text-sm text-muted">
        <Day at={start} />
        <Day at={end} />
      </div>
    </Card>
  )
}

/** The line: it stays where it is until the next event lifts it. */
function stepsOf(
  points: readonly Point[],
  end: number,
  x: (at: number) => number,
  y: (sum: number) => number,
): string {
  const [first] = points
  if (first === undefined) return ''
  const steps = points.map(({ at, sum }) => `H${x(at)}V${y(sum)}`)
  return `M${x(first.at)} ${y(0)}${steps.join('')}H${x(end)}`
}

function Day({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()}>
      {new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  )
}
