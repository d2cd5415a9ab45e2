import { setTimeout as sleep } from 'node:timers/promises'
import { toLog } from '@furrow/storage/outage.ts'
import { noteFailure } from '@furrow/storage/room.ts'
import { traced } from '@furrow/storage/tracing.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, isTimed, lastRounds, type Regular } from '../../ground/duty.ts'
import { attendTimed } from './alarm.ts'
import { duties } from './duties.ts'

/**
 * Each process has one, and needs no other. Jobs that say when they are due share one look; each other one has its own
 * turns, so none waits for another's host or chain. Disposal waits for what is under way.
 */
export function startDaemon(context: Context, attended: readonly Duty[] = duties): AsyncDisposable {
  const stop = new AbortController()
  const { signal } = stop
  const parts = attended.flatMap(duty => duty.parts?.(context) ?? [duty])
  const others = parts.filter(duty => !isTimed(duty))
  const timed = attendTimed(context, parts.filter(isTimed), {
    round: async duty => (await roundsOf(context, duty, signal)) > 0,
    fail: error => tell(context, error, { duty: 'look for what is due' }),
    signal,
  })
  const loops = others.map((duty, index) => attend(context, duty, signal, index / others.length))
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all([timed, ...loops])
    },
  }
}

const longestPause = 60_000

const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {})

/** `share`: of the first pause, by which it is longer, so that jobs of the same pause do not come all at once. */
async function attend(context: Context, duty: Regular, signal: AbortSignal, share: number): Promise<void> {
  const pause = Math.min(duty.every(context), longestPause)
  let offset = pause < longestPause ? 0 : pause * share
  while (!signal.aborted) {
    await roundsOf(context, duty, signal)
    await rest(pause + offset, signal)
    offset = 0
  }
}

async function roundsOf(context: Context, duty: Duty, signal: AbortSignal): Promise<number> {
  let all = 0
  try {
    // A round that did something may have left more: go on at once.
    do {
      const began = performance.now()
      const done = await round(context, duty, signal)
      if (done === 0) break
      all += done
      if (duty.isPatient) await rest(3 * (performance.now() - began), signal)
    } while (!signal.aborted)
  } catch (error) {
    tell(context, error, { duty: duty.name, about: duty.about })
    return 0
  }
  return all
}

async function round(context: Context, duty: Duty, signal: AbortSignal): Promise<number> {
  const done = await traced(
    `duty ${duty.name}`,
    { 'furrow.duty': duty.name, ...(duty.about && { 'furrow.about': duty.about }) },
    async span => {
      const done = await duty.round(context, signal)
      span.set({ 'furrow.done': done })
      return done
    },
  )
  lastRounds(context).set(duty, context.clock.now())
  return done
}

function tell(context: Context, error: unknown, about: { duty: string; about?: string | undefined }): void {
  // Duties notice a full disk as well as requests do.
  noteFailure(context.db, error)
  context.log.error({ ...toLog(error), ...about }, 'a duty cannot be done right now and will be tried again')
}
