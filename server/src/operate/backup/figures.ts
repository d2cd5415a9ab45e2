import type { Figures } from '../../ground/http/figures.ts'
import { readLastBackup } from './duty.ts'
import { readNewestBackup } from './made.ts'

export const backupFigures: Figures = {
  gauges: {
    furrow_backup_interval_seconds: { help: 'How often BACKUP_HOURS has a backup made.' },
    furrow_backup_last_timestamp_seconds: {
      help: 'When the last one of those began; 0 where there was none.',
    },
    furrow_backup_newest_timestamp_seconds: {
      help: 'When the newest backup began, by setting or by hand; 0 where there was none.',
    },
  },
  async read({ config, db }) {
    const { everyMs } = config.backup
    const newest = {
      name: 'furrow_backup_newest_timestamp_seconds',
      value: ((await readNewestBackup(db)) ?? 0) / 1_000,
    }
    if (everyMs === 0) return [newest]
    return [
      newest,
      { name: 'furrow_backup_interval_seconds', value: everyMs / 1_000 },
      { name: 'furrow_backup_last_timestamp_seconds', value: ((await readLastBackup(db)) ?? 0) / 1_000 },
    ]
  },
}
