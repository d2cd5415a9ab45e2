import type { Db } from '@furrow/storage/db.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { isReadable } from '@furrow/storage/shape.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { oneFor } from '../../ground/one-for.ts'
import { departuresOf, dropMarks, keepMarks, type Mark } from './marks.ts'

/** Longer than the oldest backup of a year's thinning. */
const keptFor = 2 * 365 * day

export async function readKnownMarks(db: Db): Promise<readonly Mark[]> {
  return (await isReadable(db)) ? db.selectFrom('departure_marks').selectAll().execute() : []
}

/** A folder that cannot be written is reported once only. */
const states = oneFor((_: Context) => ({ isTold: false }))

/** Each process notes all departures beside its own backups: a restore would lose the mark in the database. */
export const keepDepartures: Duty = {
  name: 'note departures beside the backups',
  every: everyMinute,
  async round(context) {
    const { clock, config, db, log } = context
    const folder = departuresOf(config)
    const marks = await db.selectFrom('departure_marks').selectAll().execute()
    const since = clock.now() - keptFor
    const still = marks.filter(({ at }) => at >= since)
    const state = states(context)
    try {
      await keepMarks(folder, still)
      await dropMarks(folder, since)
      state.isTold = false
    } catch (error) {
      if (!state.isTold)
        log.error(
          toLog(error),
          'who left cannot be noted in BACKUP_DIR: a restore of an older backup would bring them back',
        )
      state.isTold = true
    }
    if (still.length < marks.length) await db.deleteFrom('departure_marks').where('at', '<', since).execute()
    return 0
  },
}
