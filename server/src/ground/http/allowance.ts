import type { Context } from '../context.ts'
import { TooManyRequestsError } from '../errors.ts'

/** So much of something for each key, in each stretch of time; counted in this process alone. */
export type Allowance = {
  /** Seconds until there is more for that key; null where there is some left, which some keys may have more of. */
  wait(key: string, most?: number): number | null
  /** As `wait`, and takes it. */
  take(key: string, most?: number): number | null
  /** @throws TooManyRequestsError where it is too much. */
  require(key: string): void
}

export function createAllowance({ clock }: Pick<Context, 'clock'>, most: number, period: number): Allowance {
  let counts = new Map<string, number>()
  let endsAt = Number.NEGATIVE_INFINITY
  function wait(key: string, mostOfKey = most): number | null {
    // Whatever is done to the time, a minute lasts a minute.
    const now = clock.elapsed()
    if (now >= endsAt) {
      counts = new Map()
      endsAt = now + period
    }
    return (counts.get(key) ?? 0) < mostOfKey ? null : Math.ceil((endsAt - now) / 1_000)
  }
  function take(key: string, mostOfKey = most): number | null {
    const seconds = wait(key, mostOfKey)
    if (seconds === null) counts.set(key, (counts.get(key) ?? 0) + 1)
    return seconds
  }
  return {
    wait,
    take,
    require(key) {
      const seconds = take(key)
      if (seconds !== null) throw new TooManyRequestsError(seconds)
    },
  }
}
