import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { forever, measure } from './measure.ts'
import { kilobyte, type Row, type Store } from './store.ts'

export async function openSqliteStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-bench-'))
  return {
    engine: 'SQLite',
    env: { DATA_DIR: folder, DATABASE_URL: '' },
    async query(sql) {
      using database = open(join(folder, 'furrow.sqlite'))
      return database.prepare(sql).all() as Row[]
    },
    /** SQLite has one writer, inside the process: more connections would only wait for each other. */
    async insertRate(_connections, seconds) {
      using database = open(join(folder, 'bench.sqlite'))
      database.exec('create table if not exists rows (id integer primary key, body text not null)')
      const insert = database.prepare('insert into rows (body) values (?)')
      const { perSecond } = await measure(
        1,
        seconds,
        forever(async () => insert.run(kilobyte)),
      )
      return perSecond
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma busy_timeout = 5000')
  // Room for the indexes of the filled tables.
  database.exec('pragma cache_size = -262144')
  return database
}
