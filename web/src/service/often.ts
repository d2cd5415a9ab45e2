let live = false

/** Whether the service tells this page of changes by itself; `web/src/live/` sets it. */
export function setLive(is: boolean): void {
  live = is
}

/** The time between two questions: longer while the service tells of changes, and then only in case it did not. */
export const often = (milliseconds: number, seldom = 15) => (live ? seldom : 1) * milliseconds
