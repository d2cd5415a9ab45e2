import type { Context } from '../context.ts'
import { TooManyRequestsError } from '../errors.ts'

/** So much of something for each key, in each stretch of time; counted in this process alone. */
export type Allowance = {
  /** Seconds until there is more for that key; null where this was not too much, which some keys may have more of. */
  take(key: string, most?: number): number | null
  /** @throws TooManyRequestsError where it is too much. */
  require(key: string): void
}

export function createAllowance({ clock }: Pick<Context, 'clock'>, most: number, period: number): Allowance {
  let counts = new Map<string, number>()
  let endsAt = Number.NEGATIVE_INFINITY
  function take(key: string, mostOfKey = most): number | null {
    // Whatever is done to the time, a minute lasts a minute.
    const now = clock.elapsed()
    if (now >= endsAt) {
      counts = new Map()
      endsAt = now + period
    }
    const count = (counts.get(key) ?? 0) + 1
    if (count > mostOfKey) return Math.ceil((endsAt - now) / 1_000)
    counts.set(key, count)
    return null
  }
  return {
    take,
    require(key) {
      const wait = take(key)
      if (wait !== null) throw new TooManyRequestsError(wait)
    },
  }
}
