import { setTimeout as sleep } from 'node:timers/promises'
import { onWrite } from '@furrow/storage/own-writes.ts'
import { sql } from 'kysely'
import { minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, lastRounds, type Timed } from '../../ground/duty.ts'

/** The pauses between two looks, in milliseconds: what another process writes is noticed after the longest one. */
const pauses = { shortest: second / 2, longest: 5 * second }
/** A job that was due and did nothing, or failed, is left alone for so long. */
const rest = 2 * second
/** Every job has a round this often, whatever was said to be due. */
const atLeast = 5 * minute

/** When each has something to do, in one statement: the moment, or null for nothing before `until`. */
export async function readSoonest(
  context: Context,
  duties: readonly Timed[],
  until: number,
): Promise<(number | null)[]> {
  const asked = duties.map(duty => duty.soonest(context, until))
  const columns = asked.flatMap((expression, index) =>
    expression === null ? [] : sql`${expression} as ${sql.ref(`d${index}`)}`,
  )
  if (columns.length === 0) return duties.map(() => null)
  const { rows } = await sql<Record<string, number | null>>`select ${sql.join(columns)}`.execute(context.db)
  return duties.map((_, index) => rows[0]?.[`d${index}`] ?? null)
}

type State = { isRunning: boolean; restsUntil: number; ranAt: number }

/**
 * Runs each job when it has something to do, and sleeps until then. A write of this process, which may have made something
 * due, ends the sleep. Jobs run beside each other: one that waits for a code host keeps no other waiting.
 */
export async function attendTimed(
  context: Context,
  duties: readonly Timed[],
  { round, fail, signal }: Attending,
): Promise<void> {
  const states = duties.map(
    (): State => ({ isRunning: false, restsUntil: 0, ranAt: Number.NEGATIVE_INFINITY }),
  )
  const running = new Set<Promise<void>>()
  let wake = () => {}
  const ignore = onWrite(() => wake())

  async function run(duty: Timed, state: State): Promise<void> {
    state.isRunning = true
    const did = await round(duty)
    const now = performance.now()
    Object.assign(state, { isRunning: false, ranAt: now, restsUntil: did ? now : now + rest })
    wake()
  }

  function start(duty: Timed, state: State): void {
    const work = run(duty, state).finally(() => running.delete(work))
    running.add(work)
  }

  async function look(): Promise<number> {
    const now = context.clock.now()
    const soonest = await readSoonest(context, duties, now + pauses.longest)
    let pause: number = pauses.longest
    for (const [index, duty] of duties.entries()) {
      const state = states[index] as State
      if (state.isRunning) continue
      const at = soonest[index] ?? null
      const since = performance.now()
      const isOverdue = since - state.ranAt >= atLeast
      const left = Math.max(at === null ? Number.POSITIVE_INFINITY : at - now, state.restsUntil - since)
      if (isOverdue || left <= 0) start(duty, state)
      else {
        pause = Math.min(pause, left)
        // Alerts watch that each job goes on: it was looked for, and there was nothing.
        if (at === null) lastRounds(context).set(duty, now)
      }
    }
    return pause
  }

  async function waitFor(pause: number): Promise<void> {
    const woken = new AbortController()
    // Each abort makes an exception with its stack, also the second one.
    wake = () => {
      if (!woken.signal.aborted) woken.abort()
    }
    await sleep(Math.min(pause, pauses.shortest), undefined, { signal }).catch(() => {})
    const either = AbortSignal.any([signal, woken.signal])
    if (pause > pauses.shortest)
      await sleep(pause - pauses.shortest, undefined, { signal: either }).catch(() => {})
  }

  while (!signal.aborted) {
    const pause = await look().catch(error => {
      fail(error)
      return rest
    })
    await waitFor(pause)
  }
  ignore()
  await Promise.all(running)
}

type Attending = {
  readonly round: (duty: Duty) => Promise<boolean>
  readonly fail: (error: unknown) => void
  readonly signal: AbortSignal
}
