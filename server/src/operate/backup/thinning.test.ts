import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { day, hour, instant } from '../../ground/clock.ts'
import { nameOf, timeOf } from './names.ts'
import { superfluous } from './thinning.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const keptOf = (times: readonly number[]) => {
  const names = times.map(at => nameOf(at))
  const gone = new Set(superfluous(names, now))
  return names.filter(name => !gone.has(name)).map(name => instant(timeOf(name) as number).slice(0, 13))
}

describe('of old backups', () => {
  test('a year of hourly ones leaves a day of them, 7 days, 4 weeks and 12 months', () => {
    const hours = Array.from({ length: 366 * 24 }, (_, index) => now - index * hour)
    const kept = keptOf(hours)
    expect(kept.slice(0, 24).at(-1)).toBe('2026-11-20T13')
    expect(kept.slice(24)).toEqual([
      // The ends of the days before, down to the sixth.
      ...['2026-11-19T23', '2026-11-18T23', '2026-11-17T23', '2026-11-16T23', '2026-11-15T23'],
      // The Sundays before; that of this week is among the days.
      ...['2026-11-08T23', '2026-11-01T23'],
      ...[
        '2026-10-31T23',
        '2026-09-30T23',
        '2026-08-31T23',
        '2026-07-31T23',
        '2026-06-30T23',
        '2026-05-31T23',
      ],
      ...['2026-04-30T23', '2026-03-31T23', '2026-02-28T23', '2026-01-31T23', '2025-12-31T23'],
    ])
  })

  test('the newest stays, and thinning again takes nothing more', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 900 * day }), { minLength: 1, maxLength: 60 }),
        ages => {
          const names = ages.map(age => nameOf(now - age))
          const gone = superfluous(names, now)
          expect(gone).not.toContain(names.toSorted().at(-1))
          const left = names.filter(name => !gone.includes(name))
          expect(superfluous(left, now)).toEqual([])
          expect(left.length).toBeLessThanOrEqual(23 + ages.filter(age => age < day).length)
        },
      ),
    )
  })

  test('encrypted ones and those from before they were are thinned as one row', () => {
    const many = Array.from({ length: 60 }, (_, index) => nameOf(now - index * day, index % 2 === 0))
    const gone = superfluous(many, now)
    expect(many.length - gone.length).toBeLessThan(14)
    expect(gone.some(name => name.endsWith('.age')) && gone.some(name => name.endsWith('.gz'))).toBe(true)
  })

  test('what else lies in the folder is left alone', () => {
    const old = nameOf(now - 900 * day)
    const others = [
      'notes.txt',
      old.replace('ndjson.gz', 'secret.json'),
      `.${old}.partial`,
      `a-${old}`,
      `${old}.asc`,
    ]
    expect(superfluous([...others, nameOf(now)], now)).toEqual([])
  })
})
