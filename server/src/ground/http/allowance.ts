import type { Context } from '../context.ts'
import { TooManyRequestsError } from '../errors.ts'

export type Allowance = {
  /** Seconds until the key has budget again; null while some is left. `most` overrides the budget for this key. */
  wait(key: string, most?: number): number | null
  take(key: string, most?: number): number | null
  /** @throws TooManyRequestsError where the budget is spent. */
  require(key: string): void
}

export function createAllowance({ clock }: Pick<Context, 'clock'>, most: number, period: number): Allowance {
  let counts = new Map<string, number>()
  let endsAt = Number.NEGATIVE_INFINITY
  function wait(key: string, mostOfKey = most): number | null {
    // Elapsed time: a change of the system clock never shortens or lengthens a period.
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
