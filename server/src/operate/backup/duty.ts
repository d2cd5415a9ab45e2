import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '@furrow/storage/db.ts'
import { keptAs } from '@furrow/storage/kept.ts'
import { hour, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { dropFiles } from './files.ts'
import { superfluous } from './thinning.ts'
import { writeBackup } from './write-backup.ts'

/** After this, the process that was writing a backup counts as dead. */
const longest = 2 * hour
const pauseAfterFailure = 15 * minute

type Turn = { readonly doneAt: number; readonly takenUntil: number }

const kept = keptAs<Turn>('backups', { doneAt: 0, takenUntil: 0 })

/** Makes a backup as often as BACKUP_HOURS says, in one of the processes that share the database, and thins the old ones. */
export const makeBackups: Duty = {
  name: 'backups',
  every: everyMinute,
  async round(context, stop) {
    const { clock, config, db, log } = context
    if (config.backup.everyMs === 0) return 0
    const before = await kept.read(db)
    const now = clock.now()
    if (before.takenUntil > now || before.doneAt + config.backup.everyMs > now) return 0
    const taken = { ...before, takenUntil: now + longest }
    if (!(await kept.replace(db, before, taken))) return 0
    try {
      const { file, bytes, missingFiles } = await writeBackup(context, config.backup.folder, {
        ...(stop && { signal: stop }),
      })
      await kept.replace(db, taken, { doneAt: now, takenUntil: 0 })
      log.info({ file, bytes }, 'made a backup')
      if (missingFiles > 0) log.error({ missingFiles }, 'files that the database names are missing')
    } catch (error) {
      const isEnding = stop?.aborted === true
      await kept.replace(db, taken, { ...before, takenUntil: isEnding ? 0 : clock.now() + pauseAfterFailure })
      if (isEnding) return 0
      throw error
    }
    await thin(context)
    return 0
  },
}

/** When the last backup by setting began; null if there was none. */
export async function readLastBackup(db: Db): Promise<number | null> {
  return (await kept.read(db)).doneAt || null
}

async function thin({ clock, config, log }: Context): Promise<void> {
  const { folder } = config.backup
  for (const name of superfluous(await readdir(folder), clock.now())) {
    await rm(join(folder, name), { force: true })
    log.info({ file: join(folder, name) }, 'an old backup went')
  }
  await dropFiles(folder)
}
