import { readSchemaState } from '@furrow/storage/shape.ts'
import type { Context } from '../../ground/context.ts'
import { writeBackup } from './write-backup.ts'

/**
 * If backups are made by setting, makes one before the database is brought to a newer schema: a version that cannot run on
 * that goes back to this backup.
 * @throws RefusedError if it cannot be made: the start ends, and nothing was changed.
 */
export async function backUpBeforeUpgrade(
  context: Pick<Context, 'config' | 'clock' | 'db' | 'log'>,
): Promise<void> {
  const { config, db, log } = context
  if (config.backup.everyMs === 0) return
  if ((await readSchemaState(db)) !== 'older') return
  const { file } = await writeBackup(context, config.backup.folder)
  log.info({ file }, 'made a backup before the database is brought to the schema of this version')
}
