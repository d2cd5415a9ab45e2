import { type RawBuilder, sql } from 'kysely'
import { minute } from './clock.ts'
import type { Context } from './context.ts'
import { oneFor } from './one-for.ts'

type Work = {
  readonly name: string
  /** Which of several alike it looks after: the name of an escrow contract. */
  readonly about?: string
  /** In no hurry: however much there is to do, it works a quarter of the time. */
  readonly isPatient?: boolean
  /** One round. Returns how much was done: after anything but 0 the next one is at once. `stop` tells a long round that the process ends. */
  round(context: Context, stop?: AbortSignal): Promise<number>
  /** The same work in parts that have turns of their own, so that none waits for another. */
  parts?(context: Context): readonly Duty[]
}

/** Has a round when it is due. */
export type Timed = Work & {
  /**
   * The earliest moment up to `until` at which it has something to do, as an expression that an index answers, and null where
   * these settings give it nothing.
   */
  soonest(context: Context, until: number): RawBuilder<number | null> | null
  readonly every?: never
}

/** Has a round every so often: a process at rest asks for each one, so it is for seldom work, or for another's chain. */
export type Regular = Work & {
  /** Milliseconds between two rounds. */
  every(context: Context): number
  readonly soonest?: never
}

/** Work that comes due by itself; every process looks after it, and they need not know of each other. */
export type Duty = Timed | Regular

export const isTimed = (duty: Duty): duty is Timed => duty.soonest !== undefined

/** A `soonest` for work that waits for no moment: now, where `rows` (a table, and a condition on it) has any. */
export const nowIfAny = (rows: RawBuilder<unknown>) =>
  sql<number>`(select cast(0 as bigint) from ${rows} limit 1)`

export const everyMinute = () => minute

/** When the last round of each duty, or each part of one, ended without a failure in this process. */
export const lastRounds = oneFor((_: Context) => new Map<Duty, number>())
