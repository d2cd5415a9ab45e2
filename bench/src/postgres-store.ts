import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool, types } from 'pg'
import { createDatabase } from './database.ts'
import { forever, measure } from './measure.ts'
import { kilobyte, type Store } from './store.ts'

const int8 = 20
// As the service does: counts and milliseconds become numbers.
types.setTypeParser(int8, Number)

export async function openPostgresStore(server: string): Promise<Store> {
  const database = await createDatabase(server, 'bench_furrow')
  const folder = await mkdtemp(join(tmpdir(), 'furrow-bench-'))
  return {
    engine: 'PostgreSQL',
    env: { DATA_DIR: folder, DATABASE_URL: database.url },
    async query(sql) {
      await using pool = open(database.url, 1)
      return (await pool.query(sql)).rows
    },
    async insertRate(connections, seconds) {
      await using pool = open(database.url, connections)
      await pool.query('create schema if not exists bench')
      await pool.query('create table if not exists bench.rows (id bigserial primary key, body text not null)')
      const insert = { name: 'insert', text: 'insert into bench.rows (body) values ($1)', values: [kilobyte] }
      // Opens each connection and prepares the statement on it.
      await Promise.all(Array.from({ length: connections }, () => pool.query(insert)))
      const { perSecond } = await measure(
        connections,
        seconds,
        forever(() => pool.query(insert)),
      )
      return perSecond
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

function open(url: string, max: number): Pool & AsyncDisposable {
  const pool = new Pool({ connectionString: url, max })
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() })
}
