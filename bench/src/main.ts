import { measurePayer } from './payer.ts'
import { measurePeers } from './peers.ts'
import { measurePooler } from './pooler.ts'
import { openPostgresStore } from './postgres-store.ts'
import { measureReads } from './reads.ts'
import { measureScale } from './scale/scale.ts'
import { openSqliteStore } from './sqlite-store.ts'
import type { OpenStore } from './store.ts'
import { measureTwo } from './two.ts'
import { measureWrites } from './writes.ts'

type Parts = Readonly<Record<string, (openStore: OpenStore) => Promise<void>>>

const { BENCH_DATABASE_URL: server } = process.env
const ofBoth: Parts = {
  reads: measureReads,
  writes: measureWrites,
  payer: measurePayer,
  scale: measureScale,
}
const ofPostgres: Parts = {
  two: measureTwo,
  pooler: measurePooler,
  peers: openStore => measurePeers(openStore, server ?? ''),
}

const known = Object.keys({ ...ofBoth, ...ofPostgres })
const asked = process.argv.length > 2 ? process.argv.slice(2) : known
const unknown = asked.filter(part => !known.includes(part))
if (unknown.length > 0) throw new Error(`there is no part ${unknown}, only ${known}`)

async function run(engine: string, parts: Parts, openStore: OpenStore): Promise<void> {
  console.log(`\n${engine}`)
  for (const [name, measure] of Object.entries(parts)) if (asked.includes(name)) await measure(openStore)
}

await run('SQLite', ofBoth, openSqliteStore)
if (server) await run('PostgreSQL', { ...ofBoth, ...ofPostgres }, () => openPostgresStore(server))
else
  console.log(
    '\nPostgreSQL: set BENCH_DATABASE_URL to the URL of a server where databases bench_* may be made and dropped.',
  )
