import type { ScoreEvent } from '@furrow/sdk'
import { locale } from '../language/i18n.ts'

export type Role = ScoreEvent['role']

/** A point of a line, after an event. */
export type Point = { readonly at: number; readonly sum: number }

/** The sums of a role's points over time, oldest first; the history comes newest first. */
export function pointsOf(history: readonly ScoreEvent[], role: Role): readonly Point[] {
  let sum = 0
  return history
    .filter(event => event.role === role)
    .toReversed()
    .map(({ at, points }) => {
      sum += points
      return { at: Date.parse(at), sum }
    })
}

/** A round number that is not below the value: 1, 2 or 5 with zeros. */
export function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 7.5, 10].find(step => step * power >= value) ?? 10) * power
}

const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })

export function formatPoints(points: number): string {
  return figures.format(points)
}
