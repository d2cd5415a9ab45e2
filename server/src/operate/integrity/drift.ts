import { hour, minute } from '../../ground/clock.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import type { Figures } from '../../ground/http/figures.ts'
import { keptCheck, readDrift } from '../../rules/ledger/paying-stopped.ts'
import { findDrift } from './find-drift.ts'

const between = hour
/** After this, the process that was adding up counts as dead. */
const longest = 30 * minute
const pauseAfterFailure = 15 * minute

/**
 * Adds the ledger up each hour, in one of the processes that share the database. A wrong sum is a fault or a damage: nothing is
 * paid by itself, in any process, until a later check finds it whole again.
 */
export const checkLedger: Duty = {
  name: 'add the ledger up',
  every: everyMinute,
  async round(context, stop) {
    const { clock, db, log } = context
    const before = await readDrift(db)
    const now = clock.now()
    if (before.takenUntil > now || before.doneAt + between > now) return 0
    const taken = { ...before, takenUntil: now + longest }
    if (!(await keptCheck.replace(db, before, taken))) return 0
    try {
      const violations = await findDrift(context, stop)
      const alterations = violations.filter(({ kind }) => kind === 'reviews')
      const drift = violations.length - alterations.length
      const altered = alterations.reduce((sum, { count }) => sum + count, 0)
      await keptCheck.replace(db, taken, { doneAt: now, takenUntil: 0, drift, altered })
      if (altered > 0)
        log.error({ alterations }, 'work under review was altered in the database: it is not paid')
      if (drift > 0) log.error({ violations }, 'the ledger does not add up: nothing is paid until it does')
      else if (before.drift > 0) log.warn('the ledger adds up again: paying goes on')
      return 0
    } catch (error) {
      const isEnding = stop?.aborted === true
      await keptCheck.replace(db, taken, {
        ...before,
        takenUntil: isEnding ? 0 : clock.now() + pauseAfterFailure,
      })
      if (isEnding) return 0
      throw error
    }
  },
}

export const driftFigures: Figures = {
  gauges: {
    furrow_ledger_drift: {
      help: 'Whether the ledger did not add up when it was last checked: nothing is paid then.',
    },
    furrow_reviews_altered: {
      help: "Places under review that were not what their quests' logs tell when that was last checked: they are not paid.",
    },
    furrow_ledger_checked_timestamp_seconds: { help: 'When that was; 0 where it never was.' },
  },
  async read({ db }) {
    const { doneAt, drift, altered = 0 } = await readDrift(db)
    return [
      { name: 'furrow_ledger_drift', value: Number(drift > 0) },
      { name: 'furrow_reviews_altered', value: altered },
      { name: 'furrow_ledger_checked_timestamp_seconds', value: doneAt / 1_000 },
    ]
  },
}
