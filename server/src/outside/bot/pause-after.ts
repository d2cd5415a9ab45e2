import { hour, second } from '../../ground/clock.ts'

/** The rest before the host is asked again, in milliseconds, after so many tries that failed. */
export function pauseAfter(tries: number): number {
  return Math.min(hour, 30 * second * 2 ** tries)
}
