import { useSyncExternalStore } from 'react'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 hours ago", "in 2 days", in the reader's language; the last minute is "now". */
export function relative(at: number, now: number): string {
  const exact = (at - now) / 1_000
  const seconds = exact > -60 && exact < 0 ? 0 : exact
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(
    Math.round(seconds / length),
    unit,
  )
}

const coarse = 30_000
const moment = { dateStyle: 'medium', timeStyle: 'short' } as const

/** How long ago or ahead; `exact` where the moment itself matters. */
export function When({ at, exact = false }: { at: string; exact?: boolean }) {
  const now = useNow(coarse)
  const date = new Date(at)
  // The clock is told in steps: what happened within this one is now, not ahead.
  const ahead = date.getTime() - now
  const from = ahead > 0 && ahead < coarse ? date.getTime() : now
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {exact ? date.toLocaleString(undefined, moment) : relative(date.getTime(), from)}
    </time>
  )
}

/** What is left until then: "1 d 4 h", "12 min 5 s". */
export function Countdown({ to }: { to: string }) {
  const now = useNow(1_000)
  const left = Math.max(0, Math.round((Date.parse(to) - now) / 1_000))
  const [days, hours, minutes] = [
    Math.floor(left / 86_400),
    Math.floor(left / 3_600) % 24,
    Math.floor(left / 60) % 60,
  ]
  const text =
    days > 0
      ? `${days} d ${hours} h`
      : hours > 0
        ? `${hours} h ${minutes} min`
        : minutes > 0
          ? `${minutes} min ${left % 60} s`
          : `${left} s`
  return (
    <time dateTime={to} title={new Date(to).toLocaleString()} className="tabular-nums">
      {left === 0 ? 'any moment' : text}
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
