import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Db } from '../../ground/db/db.ts'
import { toLog } from '../../ground/db/outage.ts'
import { isReadable } from '../../ground/db/shape.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { oneFor } from '../../ground/one-for.ts'
import { departuresOf, dropMarks, keepMarks, type Mark } from './marks.ts'

/** Longer than backups of a year's thinning are there. */
const keptFor = 2 * 365 * day

/** All that the database knows; none of a version that noted none. */
export async function readKnownMarks(db: Db): Promise<readonly Mark[]> {
  return (await isReadable(db)) ? db.selectFrom('departure_marks').selectAll().execute() : []
}

/** A folder that cannot be written to stays so: that is said once. */
const states = oneFor((_: Context) => ({ isTold: false }))

/**
 * Each process notes beside its own backups who left, whichever process they left by: the database, where it is written first, is
 * what a restore replaces.
 */
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
