import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPatiently } from '@furrow/storage/database.ts'
import type { Db } from '@furrow/storage/db.ts'
import { onTestFinished } from 'vitest'
import type { Context } from '../src/ground/context.ts'
import { restoreBackup } from '../src/operate/backup/restore.ts'
import { sourceOf } from '../src/operate/backup/source.ts'
import { writeBackup } from '../src/operate/backup/write-backup.ts'
import { createSharedDatabase } from './harness.ts'

/** The rows of a backup of this service's database in an empty one. */
export async function restoreElsewhere(context: Context): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-restored-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { file } = await writeBackup(context, folder)
  const { DATABASE_URL, DATA_DIR = '' } = await createSharedDatabase()
  const postgres =
    DATABASE_URL === undefined ? null : { urls: [DATABASE_URL] as const, writable: true, pooled: false }
  const database = await openPatiently({ postgres, dataDir: DATA_DIR }, context.log)
  onTestFinished(() => database.db.destroy())
  await restoreBackup(database, context.config, context.secrets, sourceOf(file))
  return database.db
}
