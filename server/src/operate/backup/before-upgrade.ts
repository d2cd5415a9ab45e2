import { readSchemaState } from '@furrow/storage/shape.ts'
import type { Context } from '../../ground/context.ts'
import { writeBackup } from './write-backup.ts'

/** For a version that cannot run on the new schema. @throws RefusedError if it fails: nothing was changed. */
export async function backUpBeforeUpgrade(
  context: Pick<Context, 'config' | 'clock' | 'db' | 'log'>,
): Promise<void> {
  const { config, db, log } = context
  if (config.backup.everyMs === 0) return
  if ((await readSchemaState(db)) !== 'older') return
  const { file } = await writeBackup(context, config.backup.folder)
  log.info({ file }, 'made a backup before the database is brought to the schema of this version')
}
