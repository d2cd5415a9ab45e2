import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Db } from './db.ts'
import { RefusedError } from './refused.ts'
import { fileIn } from './sqlite.ts'
import { patiently } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { teachUnits } from './units.ts'

const patience = 5_000

/** A connection of its own, which blocks no writer and streams. @throws RefusedError where there is no database. */
export async function openSqliteSnapshot(dataDir: string): Promise<Db> {
  const file = fileIn(dataDir)
  if (!existsSync(file)) throw new RefusedError(`There is no database at ${file}.`)
  const database = new DatabaseSync(file, { timeout: 0 })
  database.exec('pragma query_only = on')
  teachUnits(database)
  database.exec('begin')
  // A transaction sees the state at its first read.
  const first = () => database.exec('select count(*) from sqlite_schema')
  await patiently(first, performance.now() + patience)
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyHasIt(database) }) })
}

function asKyselyHasIt(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: parameters => statement.all(...values(parameters)),
        run: parameters => statement.run(...values(parameters)),
        iterate: parameters => statement.iterate(...values(parameters)),
      }
    },
  }
}
