import { readLastBackup } from '../backup/duty.ts'
import { hour, instant } from '../clock.ts'
import { type Check, fine, warning, wrong } from './check.ts'

export const backups: Check = {
  about: 'Backups',
  async look({ clock, config, db }) {
    const { everyMs, folder } = config.backup
    if (everyMs === 0)
      return [
        warning(
          'The service makes none by itself.',
          'Set BACKUP_HOURS, such as 24; or see that npm run backup, or what your database server has, runs regularly.',
        ),
      ]
    const last = db && (await readLastBackup(db))
    if (last === null)
      return [warning('None was made yet.', 'The service makes one within a minute of its start.')]
    const says = `The last one was made at ${instant(last)}.`
    return clock.now() - last > 2 * everyMs + hour
      ? [wrong(says, `See the log for why, and whether ${folder} has room and can be written to.`)]
      : [fine(says)]
  },
}
