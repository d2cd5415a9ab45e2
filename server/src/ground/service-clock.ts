import type { Database } from '@furrow/storage/database.ts'
import type { Db } from '@furrow/storage/db.ts'
import { noteKnownTime, readKnownTime } from '@furrow/storage/known-time.ts'
import { readTime } from '@furrow/storage/tend.ts'
import type { Logger } from 'pino'
import { type Clock, day, hour, isOff, minute, second, systemClock } from './clock.ts'

const lookEvery = 5 * second
/** A start compares its clock with the last note; a note's cost is negligible beside that. */
const noteEvery = 5 * minute

type Watched = Clock & { fault(): string; look(): Promise<void> }

/** The database's clock where it has one, so that all processes agree; else this machine's. Disposal ends the watch. */
export async function startClock({ db, engine }: Database, log: Logger): Promise<Clock & Disposable> {
  const clock = engine === 'postgres' ? followDatabase(db) : await watchFromStart(db)
  const note = engine === 'postgres' ? async () => {} : createNotes(db, clock)
  await clock.look()
  let wasOff = false
  const tell = () => {
    if (isOff(clock) === wasOff) return
    wasOff = !wasOff
    const aheadSeconds = Math.round(clock.ahead() / second)
    if (wasOff) log.error({ aheadSeconds }, `${clock.fault()}: this process pays nothing until it is right`)
    else log.warn('the clock is right again: this process pays again')
  }
  const timer = setInterval(() => {
    // Without an answer the last one holds: clocks drift little in hours.
    clock
      .look()
      .then(tell)
      .then(note)
      .catch(() => {})
  }, lookEvery)
  timer.unref()
  tell()
  return Object.assign(clock, { [Symbol.dispose]: () => clearInterval(timer) })
}

async function watchFromStart(db: Db): Promise<Watched> {
  const known = await readKnownTime(db)
  const clock = watchMachine(systemClock, known)
  // Seals made meanwhile carry the doubted time: the next start must not go by that.
  if (known !== null && isOff(clock)) await noteKnownTime(db, known)
  return clock
}

function createNotes(db: Db, clock: Clock): () => Promise<void> {
  let notedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (isOff(clock) || clock.elapsed() - notedAt < noteEvery) return
    await noteKnownTime(db, clock.now())
    notedAt = clock.elapsed()
  }
}

function followDatabase(db: Db): Watched {
  let began = Number.NaN
  const now = () => Math.floor(began + performance.now())
  return {
    fault: () => 'the clocks of this machine and of the database differ',
    now,
    elapsed: () => performance.now(),
    ahead: () => systemClock.now() - now(),
    async look() {
      const asked = performance.now()
      const told = Number(await readTime(db))
      const took = performance.now() - asked
      const found = told - asked - took / 2
      // The answer's moment lies within the trip: where the trip explains the whole difference, the time stays even.
      if (!(Math.abs(found - began) <= took / 2)) began = found
    },
  }
}

/** A clock that leapt is trusted again after running evenly this long: it may just have been set right. */
const trustAfter = hour

/** A service that was off for longer starts as one whose clock leapt: the two look the same. */
const longestPause = day

/** Compares the clock with a monotonic one, which part where somebody sets it, and at the start with `known`, if any. */
export function watchMachine(
  { now, elapsed }: Pick<Clock, 'now' | 'elapsed'> = systemClock,
  known: number | null = null,
): Watched {
  const since = known === null ? 0 : now() - known
  let isStartDoubted = since < 0 || since > longestPause
  let began = now() - elapsed() - (isStartDoubted ? since : 0)
  let leap: { readonly by: number; readonly at: number } | null = null
  const ahead = () => now() - elapsed() - began
  const clock = { now, elapsed, ahead }
  return {
    ...clock,
    fault: () =>
      isStartDoubted
        ? 'the clock of this machine is far from the last moment that the database knows'
        : 'the clock of this machine leapt',
    async look() {
      const by = ahead()
      if (!isOff(clock)) leap = null
      else if (leap === null || Math.abs(by - leap.by) > second) leap = { by, at: elapsed() }
      if (leap !== null && elapsed() - leap.at < trustAfter) return
      began += by
      leap = null
      isStartDoubted = false
    },
  }
}
