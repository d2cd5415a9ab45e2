import type { Logger } from 'pino'
import { type Clock, hour, isOff, second, systemClock } from '../clock.ts'
import type { Database } from './database.ts'
import type { Db } from './db.ts'
import { readTime } from './tend.ts'

const lookEvery = 5 * second

type Watched = Clock & { readonly fault: string; look(): Promise<void> }

/**
 * The clock that a service lives by, which says when it is off: the database's where it has one of its own, so that all
 * processes agree on what is due and on which nonce is old; else this machine's. Disposing of it ends the watch.
 */
export async function startClock({ db, engine }: Database, log: Logger): Promise<Clock & Disposable> {
  const clock = engine === 'postgres' ? followDatabase(db) : watchMachine()
  await clock.look()
  let wasOff = false
  const tell = () => {
    if (isOff(clock) === wasOff) return
    wasOff = !wasOff
    const aheadSeconds = Math.round(clock.ahead() / second)
    if (wasOff) log.error({ aheadSeconds }, `${clock.fault}: this process pays nothing until it is right`)
    else log.warn('the clock is right again: this process pays again')
  }
  const timer = setInterval(() => {
    // Without an answer, the last one holds: nothing runs away from it in hours.
    clock.look().then(tell, () => {})
  }, lookEvery)
  timer.unref()
  tell()
  return Object.assign(clock, { [Symbol.dispose]: () => clearInterval(timer) })
}

/** PostgreSQL's clock, which is asked now and then and counted on from. */
function followDatabase(db: Db): Watched {
  /** What the database's clock was when this process began to count. */
  let began = Number.NaN
  const now = () => Math.floor(began + performance.now())
  return {
    fault: 'the clocks of this machine and of the database differ',
    now,
    elapsed: () => performance.now(),
    ahead: () => systemClock.now() - now(),
    async look() {
      const asked = performance.now()
      const told = Number(await readTime(db))
      const took = performance.now() - asked
      const found = told - asked - took / 2
      // It was told sometime in between: where that explains all of the difference, the time stays even.
      if (!(Math.abs(found - began) <= took / 2)) began = found
    },
  }
}

/** A clock that leapt is believed again once it has run evenly for so long: it may just have been set right. */
const trustAfter = hour

/** This machine's clock, beside one that counts evenly: they part where somebody sets it. */
export function watchMachine(machine: Pick<Clock, 'now' | 'elapsed'> = systemClock): Watched {
  const { now, elapsed } = machine
  let began = now() - elapsed()
  let leap: { readonly by: number; readonly at: number } | null = null
  const ahead = () => now() - elapsed() - began
  const clock = { now, elapsed, ahead }
  return {
    ...clock,
    fault: 'the clock of this machine leapt',
    async look() {
      const by = ahead()
      if (!isOff(clock)) leap = null
      else if (leap === null || Math.abs(by - leap.by) > second) leap = { by, at: elapsed() }
      if (leap !== null && elapsed() - leap.at < trustAfter) return
      began += by
      leap = null
    },
  }
}
