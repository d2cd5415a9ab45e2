import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hour, minute } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { type Duty, everyMinute } from '../duty.ts'
import { superfluous } from './thinning.ts'
import { writeBackup } from './write-backup.ts'

const key = 'backups'
/** Who died while he wrote one is not waited for longer. */
const longest = 2 * hour
const pauseAfterFailure = 15 * minute

/** Kept as JSON in `meta`. */
type Turn = { readonly doneAt: number; readonly takenUntil: number }

/** Makes a backup as often as BACKUP_HOURS says, in one of the processes that share the database, and thins the old ones. */
export const makeBackups: Duty = {
  name: 'backups',
  every: everyMinute,
  async round(context, stop) {
    const { clock, config, db, log } = context
    if (config.backup.everyMs === 0) return 0
    const before = await readTurn(db)
    const now = clock.now()
    if (before.takenUntil > now || before.doneAt + config.backup.everyMs > now) return 0
    const taken = { ...before, takenUntil: now + longest }
    if (!(await pass(db, before, taken))) return 0
    try {
      const { file, bytes } = await writeBackup(context, config.backup.folder, {
        ...(stop && { signal: stop }),
      })
      await pass(db, taken, { doneAt: now, takenUntil: 0 })
      log.info({ file, bytes }, 'made a backup')
    } catch (error) {
      const isEnding = stop?.aborted === true
      await pass(db, taken, { ...before, takenUntil: isEnding ? 0 : clock.now() + pauseAfterFailure })
      // The next process begins anew.
      if (isEnding) return 0
      throw error
    }
    await thin(context)
    return 0
  },
}

/** When the last backup by setting began; null where there was none. */
export async function readLastBackup(db: Db): Promise<number | null> {
  return (await readTurn(db)).doneAt || null
}

async function readTurn(db: Db): Promise<Turn> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row === undefined ? { doneAt: 0, takenUntil: 0 } : JSON.parse(row.value)
}

/** Whether it was still as it was read: of several processes, one takes the turn. */
async function pass(db: Db, from: Turn, to: Turn): Promise<boolean> {
  const none = { doneAt: 0, takenUntil: 0 }
  await db
    .insertInto('meta')
    .values({ key, value: JSON.stringify(none) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('meta')
    .set({ value: JSON.stringify(to) })
    .where('key', '=', key)
    .where('value', '=', JSON.stringify(from))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function thin({ clock, config, log }: Context): Promise<void> {
  const { folder } = config.backup
  for (const name of superfluous(await readdir(folder), clock.now())) {
    await rm(join(folder, name), { force: true })
    log.info({ file: join(folder, name) }, 'an old backup went')
  }
}
