import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { firstReleaseName } from './application-name.ts'
import type { Database, Place } from './database.ts'
import { readMigrations } from './migrations/executed.ts'
import { isBusy } from './outage.ts'
import { RefusedError } from './refused.ts'
import { fileIn } from './sqlite.ts'

/** 0.1.0 stops within this time once its work is done. Other new processes upgrade the schema within it. */
const patience = 5_000
const pause = 50

/** The schema of 0.1.0. The next migration removes tables that its processes write. */
const lastOfFirst = '004-names'
const firstOfNext = '005-heart'

type Settings = Place & { readonly upgradeAnyway: boolean }

/** For the embedded database, before it is opened: no process of 0.1.0 may have the file open. @throws RefusedError */
export async function requireFreeFile({ postgres, dataDir, upgradeAnyway }: Settings): Promise<void> {
  if (postgres !== null || upgradeAnyway || !existsSync(fileIn(dataDir))) return
  await untilNobody(async () => (isHeld(fileIn(dataDir)) ? `it has ${fileIn(dataDir)} open` : null))
}

/** For PostgreSQL, before the schema is upgraded: 0.1.0 may have no connection. @throws RefusedError */
export async function requireNoOldSessions(
  { postgres, upgradeAnyway }: Settings,
  { db }: Database,
): Promise<void> {
  if (postgres === null || upgradeAnyway) return
  const name = firstReleaseName(postgres.urls[0])
  await untilNobody(async () => {
    if (!isOfFirst(await readMigrations(db))) return null
    const { rows } = await sql<{ from: string }>`
      select distinct coalesce(host(client_addr), 'the same machine') as "from" from pg_stat_activity
      where datname = current_database() and application_name = ${name}`.execute(db)
    const places = rows.map(({ from }) => from).toSorted()
    return places.length === 0 ? null : `connections as "${name}" come from ${places.join(', ')}`
  })
}

async function untilNobody(findTrace: () => Promise<string | null>): Promise<void> {
  const until = performance.now() + patience
  for (;;) {
    const trace = await findTrace()
    if (trace === null) return
    if (performance.now() >= until) throw new RefusedError(tell(trace))
    await sleep(pause)
  }
}

function tell(trace: string): string {
  return `This database is of 0.1.0, which still runs on it (${trace}) and would ruin its books on the schema of this version. Stop all processes of 0.1.0, then start this version; nothing was changed. Where none of them runs, and this is somebody else's, start once with UPGRADE_ANYWAY=true.`
}

function isOfFirst(executed: readonly string[]): boolean {
  return executed.includes(lastOfFirst) && !executed.includes(firstOfNext)
}

function isHeld(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    return isOfFirst(readNames(database)) && !takeAlone(database)
  } finally {
    database.close()
  }
}

function readNames(database: DatabaseSync): string[] {
  try {
    const rows = database.prepare('select name from kysely_migration').all() as { name: string }[]
    return rows.map(({ name }) => name)
  } catch {
    return []
  }
}

/** Whether this is the only connection to the file: SQLite leaves the WAL mode only then. */
function takeAlone(database: DatabaseSync): boolean {
  try {
    database.exec('pragma journal_mode = delete')
    database.exec('pragma journal_mode = wal')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}
