import { join } from 'node:path'
import { hour } from '../clock.ts'
import type { Reader } from './reader.ts'

export type BackupConfig = {
  /** Milliseconds between two backups; 0 for none. */
  readonly everyMs: number
  readonly folder: string
}

export function readBackups(read: Reader): BackupConfig {
  const dataDir = read.text('DATA_DIR') ?? './data'
  const everyMs = read.number('BACKUP_HOURS', 0, { min: 0, max: 8_760 }) * hour
  if (everyMs > 0 && dataDir === ':memory:' && read.text('DATABASE_URL') === null)
    read.problems.push('BACKUP_HOURS cannot be set for a database in memory.')
  return { everyMs, folder: read.text('BACKUP_DIR') ?? join(dataDir, 'backups') }
}
