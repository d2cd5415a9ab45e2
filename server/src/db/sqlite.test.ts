import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './sqlite.ts'

test.each([true, false])(
  'its files are for its owner alone, whatever the folder is; made before: %j',
  async before => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const file = join(folder, 'furrow.sqlite')
    if (before)
      for (const name of [file, `${file}-wal`, `${file}-shm`]) await writeFile(name, '', { mode: 0o644 })
    const db = await openSqlite(folder, 5_000)
    await sql`create table t (a integer)`.execute(db)
    for (const name of [file, `${file}-wal`, `${file}-shm`])
      expect({ name, mode: (await stat(name)).mode & 0o777 }).toEqual({ name, mode: 0o600 })
    await db.destroy()
  },
)
