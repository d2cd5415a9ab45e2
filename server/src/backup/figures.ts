import type { Figures } from '../http/figures.ts'
import { readLastBackup } from './duty.ts'

export const backupFigures: Figures = {
  gauges: {
    furrow_backup_interval_seconds: { help: 'How often BACKUP_HOURS has a backup made.' },
    furrow_backup_last_timestamp_seconds: {
      help: 'When the last one of those began; 0 where there was none.',
    },
  },
  async read({ config, db }) {
    const { everyMs } = config.backup
    if (everyMs === 0) return []
    return [
      { name: 'furrow_backup_interval_seconds', value: everyMs / 1_000 },
      { name: 'furrow_backup_last_timestamp_seconds', value: ((await readLastBackup(db)) ?? 0) / 1_000 },
    ]
  },
}
