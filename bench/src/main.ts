import { openPostgresStore } from './postgres-store.ts'
import { measureReads } from './reads.ts'
import { openSqliteStore } from './sqlite-store.ts'
import type { OpenStore } from './store.ts'
import { measureWrites } from './writes.ts'

/** What is measured of both engines. */
const parts: Readonly<Record<string, (openStore: OpenStore) => Promise<void>>> = {
  reads: measureReads,
  writes: measureWrites,
}

const asked = process.argv.slice(2)
const { BENCH_DATABASE_URL: server } = process.env

async function run(engine: string, openStore: OpenStore): Promise<void> {
  console.log(`\n${engine}`)
  for (const [name, measure] of Object.entries(parts))
    if (asked.length === 0 || asked.includes(name)) await measure(openStore)
}

await run('SQLite', openSqliteStore)
if (server) await run('PostgreSQL', () => openPostgresStore(server))
else
  console.log(
    '\nPostgreSQL: set BENCH_DATABASE_URL to the URL of a server where databases bench_* may be made and dropped.',
  )
