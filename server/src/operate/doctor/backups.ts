import { hour, instant } from '../../ground/clock.ts'
import { readLastBackup } from '../backup/duty.ts'
import { type Check, fine, type Patient, type Seen, tablesOf, warning, wrong } from './check.ts'
import { areOnOneDisk, whyNotWritable } from './disk.ts'

export const backups: Check = {
  about: 'Backups',
  async look(patient) {
    return [
      await lookAtLast(patient),
      ...lookAtKeys(patient),
      ...(await lookAtFolder(patient)),
      ...(await lookAtDisk(patient)),
    ]
  },
}

async function lookAtLast(patient: Patient): Promise<Seen> {
  const { clock, config } = patient
  const { everyMs, folder } = config.backup
  if (everyMs === 0)
    return warning(
      'The service makes none by itself.',
      'Set BACKUP_HOURS, such as 24; or see that npm run backup, or what your database server has, runs regularly.',
    )
  const db = await tablesOf(patient)
  const last = db && (await readLastBackup(db))
  if (last === null)
    return warning('None was made yet.', 'The service makes one within a minute of its start.')
  const says = `The last one was made at ${instant(last)}.`
  return clock.now() - last > 2 * everyMs + hour
    ? wrong(says, `See the log for why, and whether ${folder} has room and can be written to.`)
    : fine(says)
}

function lookAtKeys({ config }: Patient): Seen[] {
  const { everyMs, recipients } = config.backup
  if (everyMs === 0 || recipients.length > 0) return []
  return [
    warning(
      'They are not encrypted.',
      'Run npm run backup -- --new-key <file>, set BACKUP_AGE_RECIPIENTS as it says, and keep that file elsewhere.',
    ),
  ]
}

/** Looks without the setting too: npm run backup writes there. */
async function lookAtFolder({ config }: Patient): Promise<Seen[]> {
  const { everyMs, folder } = config.backup
  if (config.dataDir === ':memory:' && everyMs === 0) return []
  const why = await whyNotWritable(folder)
  if (why === null) return []
  const tell = everyMs === 0 ? warning : wrong
  return [
    tell(
      `${folder} cannot be written to: ${why}.`,
      'Set BACKUP_DIR to a folder that the user of the service owns.',
    ),
  ]
}

/** A disk that fails takes the data, and any backups of it on the same disk. */
async function lookAtDisk({ config }: Patient): Promise<Seen[]> {
  const { dataDir, backup, files, postgres } = config
  const isKept = dataDir !== ':memory:' && (postgres === null || files.s3 === null)
  if (backup.everyMs === 0 || !isKept || !(await areOnOneDisk(dataDir, backup.folder))) return []
  return [
    warning(
      `${backup.folder} is on the same disk as what it keeps safe.`,
      'Set BACKUP_DIR to a folder of another disk, or see that something copies it elsewhere, such as rclone or restic.',
    ),
  ]
}
