import { hour, second } from '../../ground/clock.ts'

export function pauseAfter(tries: number): number {
  return Math.min(hour, 30 * second * 2 ** tries)
}
