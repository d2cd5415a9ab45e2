import type { Point } from './points.ts'

type PointsLineProps = {
  points: readonly Point[]
  className: string
  dashed: boolean
  x: (at: number) => number
  y: (sum: number) => number
}

/** One line of the chart. It is stretched to its place, but its strokes and dots keep their thickness and shape. */
export function PointsLine({ points, className, dashed, x, y }: PointsLineProps) {
  const [first] = points
  if (first === undefined) return null
  // The line stays level until the next event lifts it, and ends today.
  const steps = points.map(({ at, sum }) => `H${x(at)}V${y(sum)}`).join('')
  const line = `M${x(first.at)} ${y(0)}${steps}H1000`
  return (
    <g className={className} stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
      {!dashed && <path d={`${line}V${y(0)}Z`} className="fill-moss/12" stroke="none" />}
      <path
        d={line}
        fill="none"
        strokeWidth="3"
        strokeDasharray={dashed ? '1 6' : undefined}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={points.map(({ at, sum }) => `M${x(at)} ${y(sum)}h0`).join('')}
        strokeWidth="9"
        vectorEffect="non-scaling-stroke"
      />
    </g>
  )
}
