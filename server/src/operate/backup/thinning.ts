import { day } from '../../ground/clock.ts'
import { timeOf } from './names.ts'

const [days, weeks, months] = [7, 4, 12]
const mondayBefore1970 = -3

/**
 * The backups that may go: all are kept for a day, and then the newest one of each of the last 7 days, 4 weeks (from Monday)
 * and 12 months that have any, in UTC. Other files are ignored.
 */
export function superfluous(names: readonly string[], now: number): string[] {
  const backups = names
    .flatMap(name => {
      const at = timeOf(name)
      return at === null ? [] : [{ name, at }]
    })
    .toSorted((a, b) => b.at - a.at)
  const kept = new Set(backups.filter(({ at }) => now - at < day).map(({ name }) => name))
  const spans: readonly (readonly [number, (at: number) => number | string])[] = [
    [days, at => Math.floor(at / day)],
    [weeks, at => Math.floor((at / day - mondayBefore1970) / 7)],
    [months, at => new Date(at).toISOString().slice(0, 7)],
  ]
  for (const [most, spanOf] of spans) {
    const seen = new Set<number | string>()
    for (const { name, at } of backups) {
      if (seen.has(spanOf(at)) || seen.size === most) continue
      seen.add(spanOf(at))
      kept.add(name)
    }
  }
  return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}
