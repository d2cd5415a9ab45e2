export type Clock = {
  /** The time, in milliseconds since 1970 (UTC): one for all that share a database. Tests pass one that they move by hand. */
  now(): number
  /** Milliseconds since some moment: it neither leaps nor goes back, whatever is done to the time. */
  elapsed(): number
  /** How far this machine's own clock is ahead of what it should be, in milliseconds; negative where it is behind. */
  ahead(): number
}

/** This machine's clock, uncorrected: for commands, which end soon. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  ahead: () => 0,
}

/** Whether this machine's clock is so wrong that nothing may be paid by it. */
export function isOff(clock: Clock): boolean {
  return Math.abs(clock.ahead()) > 5 * second
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** A time that never comes: an index by due time does not find it. */
export const never = Number.MAX_SAFE_INTEGER

/** ISO 8601 in UTC, the only form in which times leave the service. */
export function instant(at: number): string {
  return new Date(at).toISOString()
}

export function instantOrNull(at: number | null): string | null {
  return at === null ? null : instant(at)
}

/** The end of the day (UTC) that contains this time. */
export function endOfDay(at: number): number {
  return (Math.floor(at / day) + 1) * day
}
