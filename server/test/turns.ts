import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { calibrate } from './worst-texts.ts'

type Turn = { readonly from: number; readonly to: number; readonly spent: number }

/**
 * The longest turn of the event loop during the work, in milliseconds: by this thread's time alone, since the machine may be
 * busy with others, and without the whole collections of a heap that the tests themselves have filled.
 */
export async function watchTurns<T>(work: Promise<T>) {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const pauses: PerformanceEntry[] = []
  const collector = new PerformanceObserver(list => void pauses.push(...list.getEntries()))
  collector.observe({ entryTypes: ['gc'] })
  const began = spent()
  const turns: Turn[] = []
  let [last, done] = [{ at: performance.now(), spent: began }, false]
  void work.finally(() => {
    done = true
  })
  while (!done) {
    await nextTurn()
    const now = { at: performance.now(), spent: spent() }
    turns.push({ from: last.at, to: now.at, spent: now.spent - last.spent })
    last = now
  }
  const value = await work
  // Pauses are told of in a turn of their own.
  await delay(5)
  collector.disconnect()
  const whole = pauses.filter(isWhole)
  const longest = turns.reduce((most, turn) => Math.max(most, turn.spent - pausedIn(turn, whole)), 0)
  return { longest, turns: turns.length, all: last.spent - began, value }
}

/** The shortest of several longest turns: while it looks too long, the work is done again, later and later. */
export async function longestTurn(run: () => Promise<unknown>, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let count = 0; count < 12 && least > enough; count++) {
    await delay(count * 20)
    const { longest } = await watchTurns(run())
    least = Math.min(least, longest)
  }
  return least
}

/** So long on the machine where the bounds were set; a machine that takes longer for a fixed piece of work gets as much more. */
export async function longestHere(milliseconds: number): Promise<number> {
  return milliseconds * Math.max(1, (await calibrate()) / 2)
}

function isWhole(pause: PerformanceEntry): boolean {
  const { detail } = pause as PerformanceEntry & { readonly detail?: { readonly kind: number } }
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

function pausedIn({ from, to }: Turn, pauses: readonly PerformanceEntry[]): number {
  return pauses
    .filter(({ startTime }) => from <= startTime && startTime < to)
    .reduce((sum, { duration }) => sum + duration, 0)
}
