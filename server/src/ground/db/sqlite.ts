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
/** Twice what a checkpoint of SQLite's own waits for. */
const mostOfWal = 8 * 2 ** 20

/**
 * Opens `furrow.sqlite` in the folder, or a database in memory for `:memory:`. Another process's lock is waited for that
 * many milliseconds.
 * @throws UnusableDatabaseError
 */
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
  // SQLite does not wait at all for the change to WAL, which two first starts at once both make.
  await patiently(() => database.exec('pragma journal_mode = wal'), performance.now() + patience)
  // What a long reader or a large write made of the WAL is given back with the next checkpoint.
  database.exec(`pragma journal_size_limit = ${mostOfWal}`)
  // FULL: a commit is on disk before it is answered.
  database.exec('pragma synchronous = full')
  // What is deleted is overwritten, also in pages that are free: whoever leaves is in no copy of the file.
  database.exec('pragma secure_delete = on')
  await patiently(() => forgetStatistics(database), performance.now() + patience)
  return database
}

/**
 * What an `analyze` once counted, SQLite believes for ever: a table that was small then it reads as a whole, however many rows
 * it has by now. The statements and indexes are made for a planner that takes every table for a large one.
 */
function forgetStatistics(database: DatabaseSync): void {
  const kept = database
    .prepare(`select name from sqlite_schema where name in ('sqlite_stat1', 'sqlite_stat4')`)
    .all()
  for (const { name } of kept) database.exec(`delete from ${name}`)
  // What this connection has read of them already.
  if (kept.length > 0) database.exec('analyze sqlite_schema')
}

function open(file: string, readOnly: boolean): DatabaseSync {
  // No waiting of SQLite's own, which would stop the whole process.
  const database = new DatabaseSync(file, { readOnly, timeout: 0 })
  teachUnits(database)
  return database
}

/** Where the database of a data folder is. */
export function fileIn(dataDir: string): string {
  return join(dataDir, 'furrow.sqlite')
}

/**
 * For the eyes of its owner alone, whoever may look into the folder. SQLite gives the files beside it the same mode. A file
 * that is there is never opened here: to close it would undo the locks that SQLite may hold on it in this process.
 */
function preparePlace(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = fileIn(dataDir)
  unless('EEXIST', () => writeFileSync(file, '', { flag: 'wx', mode: 0o600 }))
  // Another process may just have closed the database, which takes the two beside it away.
  for (const name of [file, `${file}-wal`, `${file}-shm`]) unless('ENOENT', () => chmodSync(name, 0o600))
}

function unless(code: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error
  }
}
