import type { Db } from '@furrow/storage/db.ts'
import { keptAs } from '@furrow/storage/kept.ts'
import { isOff } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'

type Check = {
  readonly doneAt: number
  readonly takenUntil: number
  readonly drift: number
  /** Places under review that differ from the log, and so are not paid; absent where an earlier version checked. */
  readonly altered?: number
}

export const keptCheck = keptAs<Check>('ledger-check', { doneAt: 0, takenUntil: 0, drift: 0 })

export const readDrift = (db: Db): Promise<Check> => keptCheck.read(db)

const told = oneFor((_: Db) => new Map<string, number>())

/** Releases of money pause while the clock is off, or the ledger does not add up, which is logged once for each check. */
export async function isPayingStopped(
  { clock, db, log }: Pick<Context, 'clock' | 'db' | 'log'>,
  duty: string,
): Promise<boolean> {
  if (isOff(clock)) return true
  const { doneAt, drift } = await keptCheck.read(db)
  if (drift === 0) return false
  if (told(db).get(duty) !== doneAt) log.warn({ duty }, 'nothing is paid, since the ledger does not add up')
  told(db).set(duty, doneAt)
  return true
}
