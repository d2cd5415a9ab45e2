/** The time, in milliseconds since 1970 (UTC). Tests pass one that they move by hand. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** ISO 8601 in UTC, the only form in which times leave the service. */
export function instant(at: number): string {
  return new Date(at).toISOString()
}

export function instantOrNull(at: number | null): string | null {
  return at === null ? null : instant(at)
}

/** When the day (UTC) is over that this is in. */
export function endOfDay(at: number): number {
  return (Math.floor(at / day) + 1) * day
}
