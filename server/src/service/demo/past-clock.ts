import type { Clock } from '../../ground/clock.ts'

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
