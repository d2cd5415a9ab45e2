import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@furrow/storage/migrations/index.ts'
import { fileIn, openSqlite } from '@furrow/storage/sqlite.ts'
import { nobody } from './schema-template.ts'

/** The variable that tells the workers where the migrated database is, made once for the whole run. */
const place = 'TEST_SQLITE_TEMPLATE'

/** Makes it; the returned function removes it again. */
export async function createSqliteTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-template-'))
  const db = await openSqlite(folder, 0)
  await migrate({ db, engine: 'sqlite' }, nobody)
  await db.destroy()
  process.env[place] = fileIn(folder)
  return () => rm(folder, { recursive: true, force: true })
}

/** Puts a copy of it where a service looks for its database. */
export async function copyMigrated(dataDir: string): Promise<void> {
  await copyFile(process.env[place] as string, fileIn(dataDir))
}
