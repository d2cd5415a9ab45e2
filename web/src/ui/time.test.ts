import { describe, expect, test } from 'vitest'
import { durationsIn } from './duration.ts'
import { clockOf, durationOf, relative } from './time.tsx'

const now = Date.parse('2026-03-01T12:00:00Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

describe('relative', () => {
  test.each<[string, number, number, Intl.RelativeTimeFormatUnit]>([
    ['seconds ahead', 45 * second, 45, 'second'],
    ['a minute ago', -minute, -1, 'minute'],
    ['minutes', 59 * minute, 59, 'minute'],
    ['hours', -3 * hour, -3, 'hour'],
    ['tomorrow', day, 1, 'day'],
    ['days', -29 * day, -29, 'day'],
    ['months', 60 * day, 2, 'month'],
    ['years', -800 * day, -2, 'year'],
  ])('%s', (_what, ahead, count, unit) => expect(relative(now + ahead, now)).toBe(words.format(count, unit)))

  test.each([
    ['the last minute', -59 * second],
    ['what is less than a step of the clock ahead', 29 * second],
  ])('%s is just now', (_what, ahead) => expect(relative(now + ahead, now)).toBe('just now'))
})

describe('durationOf', () => {
  test.each([
    [1, '1 s'],
    [59, '59 s'],
    [60, '1 min 0 s'],
    [3_599, '59 min 59 s'],
    [3_600, '1 h 0 min'],
    [86_399, '23 h 59 min'],
    [86_400, '1 d 0 h'],
    [48 * 3_600, '2 d 0 h'],
    [100_000_000, '1157 d 9 h'],
  ])('%d seconds are %s', (seconds, text) => expect(durationOf(seconds)).toBe(text))
})

describe('durationsIn', () => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')

  test.each([
    ['de', '1 Tg. 4 Std.', '12 Min. 5 Sek.'],
    ['es', '1 d 4 h', '12 min 5 s'],
    ['fr', '1 j 4 h', '12 min 5 s'],
    ['en-GB', '1 d 4 h', '12 min 5 s'],
  ])('has the units of %s', (locale, day, minutes) => {
    const durationOf = durationsIn(locale)
    expect(plain(durationOf(28 * 3_600))).toBe(day)
    expect(plain(durationOf(725))).toBe(minutes)
  })
})

describe('clockOf', () => {
  test.each([
    [0, '00:00:00'],
    [59, '00:00:59'],
    [47 * 3_600 + 12 * 60 + 9, '47:12:09'],
    [48 * 3_600, '48:00:00'],
    [360_000, '4 d 4 h'],
  ])('%d seconds are %s', (seconds, text) => expect(clockOf(seconds)).toBe(text))
})
