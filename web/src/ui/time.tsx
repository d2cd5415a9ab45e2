import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { locale } from '../language/i18n.ts'
import { durationsIn } from './duration.ts'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

type Unit = (typeof units)[number][0] | 'second'

const coarse = 30_000

/** Made once: each costs more than all that it formats on a page. */
const relatively = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const inFull = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
const inShort = new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' })
/** Some languages shorten a month to "m", which is read as a minute. */
const shortly = {
  format: (value: number, unit: Unit) => (unit === 'month' ? inFull : inShort).format(value, unit),
}
const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const precisely = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' })

/**
 * "3 hours ago", "in 2 days", in the reader's language. The last minute is "just now", which stands in a sentence as the others
 * do; and so is a time that seems to be ahead because the clock is told in steps.
 */
export function relative(
  at: number,
  now: number,
  format: Pick<typeof shortly, 'format'> = relatively,
): string {
  const ahead = at - now
  if (ahead > -60_000 && ahead < coarse) return t`just now`
  const seconds = ahead / 1_000
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  return format.format(Math.round(seconds / length), unit)
}

/** A moment in words, for a sentence that is a text. */
export function momentOf(at: string): string {
  return moment.format(new Date(at))
}

/** The time from or until now; `exact` where the moment itself matters. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const now = useNow(coarse)
  const date = new Date(at)
  return (
    <time dateTime={at} title={precisely.format(date)}>
      {exact ? moment.format(date) : relative(date.getTime(), now)}
    </time>
  )
}

/** The same in a narrow column: "12 hr ago", and in full where there is room. */
export function ShortWhen({ at }: { at: string }) {
  const now = useNow(coarse)
  const date = new Date(at)
  return (
    <time dateTime={at} title={precisely.format(date)}>
      <span className="sm:hidden">{relative(date.getTime(), now, shortly)}</span>
      <span className="max-sm:hidden">{relative(date.getTime(), now)}</span>
    </time>
  )
}

/** Seconds in two units at most: "1 d 4 h", "12 min 5 s". */
export const durationOf = durationsIn(locale)

/** As a clock, hours first, for less than a hundred hours: "47:12:09". */
export function clockOf(seconds: number): string {
  const hours = Math.floor(seconds / 3_600)
  if (hours >= 100) return durationOf(seconds)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The time left until then, in words or as a clock; it stands alone and in a sentence, as after "in". */
export function Countdown({ to, clock = false }: { to: string; clock?: boolean }) {
  const now = useNow(1_000)
  const left = Math.max(0, Math.round((Date.parse(to) - now) / 1_000))
  return (
    <time dateTime={to} title={precisely.format(new Date(to))} className="whitespace-nowrap tabular-nums">
      {left === 0 ? t`less than 1 min` : clock ? clockOf(left) : durationOf(left)}
    </time>
  )
}

/** The time, told anew every so many milliseconds. */
export function useNow(every: number): number {
  return useSyncExternalStore(tickerOf(every), () => Math.floor(Date.now() / every) * every)
}

type Ticker = (tell: () => void) => () => void
const tickers = new Map<number, Ticker>()

/** One timer for all that is told in the same steps: a long list would have hundreds. */
function tickerOf(every: number): Ticker {
  const known = tickers.get(every)
  if (known) return known
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval>
  const ticker: Ticker = tell => {
    if (listeners.size === 0)
      timer = setInterval(() => {
        for (const listener of listeners) listener()
      }, every)
    listeners.add(tell)
    return () => {
      listeners.delete(tell)
      if (listeners.size === 0) clearInterval(timer)
    }
  }
  tickers.set(every, ticker)
  return ticker
}

/** "2 days", in the reader's language. */
export function lengthOf(count: number, unit: 'hour' | 'day'): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
