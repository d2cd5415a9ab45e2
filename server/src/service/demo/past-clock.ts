import type { Clock } from '../../ground/clock.ts'

/** A clock that stands still until a story moves it. */
export type PastClock = Clock & { pass(milliseconds: number): void }

export function startInThePast(start: number): PastClock {
  let passed = 0
  return {
    now: () => start + passed,
    elapsed: () => passed,
    ahead: () => 0,
    pass(milliseconds) {
      passed += milliseconds
    },
  }
}
