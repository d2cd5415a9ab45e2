import { minute, second } from './clock.ts'
import type { Context } from './context.ts'
import { oneFor } from './one-for.ts'

/** Something that comes due by itself; every process looks after it, and they need not know of each other. */
export type Duty = {
  /** What it is called in the log. */
  readonly name: string
  /** What of several alike it looks after: the name of an escrow contract. */
  readonly about?: string
  /** Milliseconds between two rounds. */
  every(context: Context): number
  /** In no hurry: however much there is to do, it does it a quarter of the time. */
  readonly isPatient?: boolean
  /**
   * One round. Gives how much was done: where that is something, there may be more, and the next round is at once. `stop`
   * tells a long one that the process ends.
   */
  round(context: Context, stop?: AbortSignal): Promise<number>
  /** The same in parts that have turns of their own, so that none waits for another. */
  parts?(context: Context): readonly Duty[]
}

export const everySecond = () => second
export const everyMinute = () => minute

/** When the last round of each duty, or each part of one, ended without a failure in this process. */
export const lastRounds = oneFor((_: Context) => new Map<Duty, number>())
