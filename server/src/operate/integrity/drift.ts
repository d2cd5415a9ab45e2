import { hour, isOff, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Db } from '../../ground/db/db.ts'
import { keptAs } from '../../ground/db/kept.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import type { Figures } from '../../ground/http/figures.ts'
import { oneFor } from '../../ground/one-for.ts'
import { findDrift } from './find-drift.ts'

const between = hour
/** Who died while he added up is not waited for longer. */
const longest = 30 * minute
const pauseAfterFailure = 15 * minute

type Check = {
  readonly doneAt: number
  readonly takenUntil: number
  /** How many of the ledger's laws did not hold. */
  readonly drift: number
  /** Places under review that are not what the log tells, and so are not paid; absent where a version before looked. */
  readonly altered?: number
}

const kept = keptAs<Check>('ledger-check', { doneAt: 0, takenUntil: 0, drift: 0 })

/**
 * Adds the ledger up each hour, in one of the processes that share the database. What does not add up is a fault or a damage:
 * nothing is paid by itself, in any process, until a later check finds it whole again.
 */
export const checkLedger: Duty = {
  name: 'add the ledger up',
  every: everyMinute,
  async round(context, stop) {
    const { clock, db, log } = context
    const before = await kept.read(db)
    const now = clock.now()
    if (before.takenUntil > now || before.doneAt + between > now) return 0
    const taken = { ...before, takenUntil: now + longest }
    if (!(await kept.replace(db, before, taken))) return 0
    try {
      const violations = await findDrift(context, stop)
      const alterations = violations.filter(({ kind }) => kind === 'reviews')
      const drift = violations.length - alterations.length
      const altered = alterations.reduce((sum, { count }) => sum + count, 0)
      await kept.replace(db, taken, { doneAt: now, takenUntil: 0, drift, altered })
      if (altered > 0)
        log.error({ alterations }, 'work under review was altered in the database: it is not paid')
      if (drift > 0) log.error({ violations }, 'the ledger does not add up: nothing is paid until it does')
      else if (before.drift > 0) log.warn('the ledger adds up again: paying goes on')
      return 0
    } catch (error) {
      const isEnding = stop?.aborted === true
      await kept.replace(db, taken, { ...before, takenUntil: isEnding ? 0 : clock.now() + pauseAfterFailure })
      // The next process begins anew.
      if (isEnding) return 0
      throw error
    }
  },
}

/** What the last check found. */
export const readDrift = (db: Db): Promise<Check> => kept.read(db)

/** By the duty, the check that it was last told of. */
const told = oneFor((_: Db) => new Map<string, number>())

/**
 * Whether a duty that releases money must leave it: the clock is off, which its watch has told of, or the ledger does not add
 * up, which is said once for each check.
 */
export async function isPayingStopped(
  { clock, db, log }: Pick<Context, 'clock' | 'db' | 'log'>,
  duty: string,
): Promise<boolean> {
  if (isOff(clock)) return true
  const { doneAt, drift } = await kept.read(db)
  if (drift === 0) return false
  if (told(db).get(duty) !== doneAt) log.warn({ duty }, 'nothing is paid, since the ledger does not add up')
  told(db).set(duty, doneAt)
  return true
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
    const { doneAt, drift, altered = 0 } = await kept.read(db)
    return [
      { name: 'furrow_ledger_drift', value: Number(drift > 0) },
      { name: 'furrow_reviews_altered', value: altered },
      { name: 'furrow_ledger_checked_timestamp_seconds', value: doneAt / 1_000 },
    ]
  },
}
