import { useSyncExternalStore } from 'react'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

const coarse = 30_000
const moment = { dateStyle: 'medium', timeStyle: 'short' } as const

/**
 * "3 hours ago", "in 2 days", in the reader's language. The last minute is "now"; and so is what seems to be ahead because
 * the clock is told in steps.
 */
export function relative(at: number, now: number): string {
  const ahead = at - now
  const seconds = ahead > -60_000 && ahead < coarse ? 0 : ahead / 1_000
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(
    Math.round(seconds / length),
    unit,
  )
}

/** How long ago or ahead; `exact` where the moment itself matters. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const now = useNow(coarse)
  const date = new Date(at)
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {exact ? date.toLocaleString(undefined, moment) : relative(date.getTime(), now)}
    </time>
  )
}

/** Seconds in two units at most: "1 d 4 h", "12 min 5 s". */
export function durationOf(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes} min`
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}

/** What is left until then. */
export function Countdown({ to }: { to: string }) {
  const now = useNow(1_000)
  const left = Math.max(0, Math.round((Date.parse(to) - now) / 1_000))
  return (
    <time dateTime={to} title={new Date(to).toLocaleString()} className="tabular-nums">
      {left === 0 ? 'any moment' : durationOf(left)}
    </time>
  )
}

/** The time, told anew every so many milliseconds. */
export function useNow(every: number): number {
  return useSyncExternalStore(
    tell => {
      const timer = setInterval(tell, every)
      return () => clearInterval(timer)
    },
    () => Math.floor(Date.now() / every) * every,
  )
}
