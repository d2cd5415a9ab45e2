import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Db } from './db.ts'
import { withPressure } from './pressure.ts'
import { PatientDialect, patiently } from './sqlite-driver.ts'
import { statementSpans } from './statement-spans.ts'
import type { Tables } from './tables.ts'
import { teachUnits } from './units.ts'
import { UnusableDatabaseError } from './wait.ts'

const memory = ':memory:'
/** Twice the size at which SQLite makes a checkpoint by itself. */
const mostOfWal = 8 * 2 ** 20

/** `patience` in milliseconds bounds the wait for foreign locks. @throws UnusableDatabaseError */
export async function openSqlite(dataDir: string, patience: number): Promise<Db> {
  try {
    const writer = await openWriter(dataDir, patience)
    const reader = dataDir === memory ? null : open(fileIn(dataDir), true)
    const dialect = new PatientDialect({ writer, reader }, patience)
    return withPressure(new Kysely<Tables>({ dialect, ...statementSpans() }), () => ({
      connections: null,
      waiting: dialect.waiting,
    }))
  } catch (error) {
    throw new UnusableDatabaseError(`The database in ${dataDir} cannot be opened`, error)
  }
}

async function openWriter(dataDir: string, patience: number): Promise<DatabaseSync> {
  if (dataDir !== memory) preparePlace(dataDir)
  const database = open(dataDir === memory ? memory : fileIn(dataDir), false)
  // SQLite does not wait for the change to WAL, which two first starts make at once.
  await patiently(() => database.exec('pragma journal_mode = wal'), performance.now() + patience)
  // A long reader or a large write grows the WAL: the next checkpoint shrinks it again.
  database.exec(`pragma journal_size_limit = ${mostOfWal}`)
  // FULL: a commit is on disk before it is answered.
  database.exec('pragma synchronous = full')
  // Overwrites deleted data, also in free pages: people who left are in no copy of the file.
  database.exec('pragma secure_delete = on')
  await patiently(() => forgetStatistics(database), performance.now() + patience)
  return database
}

/**
 * SQLite trusts the counts of an `analyze` for ever, and would read a table as a whole that was small then. Our statements
 * and indexes are made for a planner that takes every table for a large one.
 */
function forgetStatistics(database: DatabaseSync): void {
  const kept = database
    .prepare(`select name from sqlite_schema where name in ('sqlite_stat1', 'sqlite_stat4')`)
    .all()
  for (const { name } of kept) database.exec(`delete from ${name}`)
  // Makes this connection forget those it has read already.
  if (kept.length > 0) database.exec('analyze sqlite_schema')
}

function open(file: string, readOnly: boolean): DatabaseSync {
  // No waiting of SQLite's own, which would stop the whole process.
  const database = new DatabaseSync(file, { readOnly, timeout: 0 })
  teachUnits(database)
  return database
}

export function fileIn(dataDir: string): string {
  return join(dataDir, 'furrow.sqlite')
}

/**
 * Only its owner may read the file; SQLite gives the files beside it the same mode. An existing file is never opened here:
 * closing it would release the locks that SQLite may hold on it in this process.
 */
function preparePlace(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = fileIn(dataDir)
  unless('EEXIST', () => writeFileSync(file, '', { flag: 'wx', mode: 0o600 }))
  // Another process may just have closed the database, which deletes the two beside it.
  for (const name of [file, `${file}-wal`, `${file}-shm`]) unless('ENOENT', () => chmodSync(name, 0o600))
}

function unless(code: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
