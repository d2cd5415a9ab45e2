import { setTimeout as sleep } from 'node:timers/promises'
import { toLog } from '@furrow/storage/outage.ts'
import { noteFailure } from '@furrow/storage/room.ts'
import { traced } from '@furrow/storage/tracing.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, lastRounds } from '../../ground/duty.ts'
import { duties } from './duties.ts'

/**
 * Does the work that comes due by itself. Every process has one; they need not know of each other. Each duty has its own turns,
 * so that one that waits for a code host or a chain keeps no other waiting. Disposing of it waits for what is under way.
 */
export function startDaemon(context: Context, attended: readonly Duty[] = duties): AsyncDisposable {
  const stop = new AbortController()
  const parts = attended.flatMap(duty => duty.parts?.(context) ?? [duty])
  const loops = parts.map(duty => attend(context, duty, stop.signal))
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(loops)
    },
  }
}

const longestPause = 60_000

async function attend(context: Context, duty: Duty, signal: AbortSignal): Promise<void> {
  const pause = Math.min(duty.every(context), longestPause)
  const rest = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const round = async () => {
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
  while (!signal.aborted) {
    try {
      // A round that did something may have left more: go on at once.
      while (!signal.aborted) {
        const began = performance.now()
        if ((await round()) === 0) break
        if (duty.isPatient) await rest(3 * (performance.now() - began))
      }
    } catch (error) {
      // Duties notice a full disk as well as requests do.
      noteFailure(context.db, error)
      context.log.error(
        { ...toLog(error), duty: duty.name, about: duty.about },
        'a duty cannot be done right now and will be tried again',
      )
    }
    await rest(pause)
  }
}
