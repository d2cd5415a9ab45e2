import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const patience = 30_000

/** Where the server's programs are; null where there are none. */
export const postgresBin: string | null = findPostgres()

export type PostgresServer = {
  readonly port: number
  /** Ends it as if its machine had lost power. */
  kill(): Promise<void>
  /** Makes a standby the primary. */
  promote(): Promise<void>
  ask(statement: string): Promise<string>
}

export type Cluster = AsyncDisposable & {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Both, in the order in which they were made. */
  readonly url: string
}

/**
 * A primary and a standby that has every commit before it is acknowledged, on this machine, in a temporary folder and on
 * ports of their own. Whoever is root runs them as the user `postgres`, since PostgreSQL refuses to run as root.
 */
export async function startCluster(): Promise<Cluster> {
  const owner = process.getuid?.() === 0 ? await findOwner() : null
  const folder = mkdtempSync(join(tmpdir(), 'furrow-ha-'))
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const started: ChildProcess[] = []
  const program = (name: string, ...args: string[]) =>
    run(join(postgresBin as string, name), args, { ...owner, cwd: folder })

  async function start(dataDir: string, port: number): Promise<PostgresServer> {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const args = ['-D', dataDir, ...settings.flatMap(setting => ['-c', setting])]
    const child = spawn(join(postgresBin as string, 'postgres'), args, {
      ...owner,
      stdio: 'ignore',
      detached: true,
    })
    started.push(child)
    const ask = async (statement: string) => {
      const { stdout } = await program('psql', '-XAtqd', urlOf([port]), '-c', statement)
      return stdout.trim()
    }
    await until(() => ask('select 1').then(() => true))
    return {
      port,
      ask,
      kill: () => end(child),
      async promote() {
        await program('pg_ctl', 'promote', '-w', '-D', dataDir)
      },
    }
  }

  async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // It leads a group of its own, with all of its workers.
    process.kill(-(child.pid as number), 'SIGKILL')
    await ended
  }

  async function dispose(): Promise<void> {
    for (const child of started) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
    const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()]
    await program('initdb', '-D', primaryDir, '-A', 'trust', '-U', 'postgres', '--no-locale', '--no-sync')
    appendFileSync(join(primaryDir, 'postgresql.conf'), 'fsync = off\nhot_standby = on\n')
    const primary = await start(primaryDir, primaryPort)
    await program(
      'pg_basebackup',
      '-D',
      standbyDir,
      '-R',
      '-c',
      'fast',
      '--no-sync',
      '-d',
      urlOf([primaryPort]),
    )
    const standby = await start(standbyDir, standbyPort)
    // From here on a commit is acknowledged once the standby has it too.
    await primary.ask("alter system set synchronous_standby_names = '*'")
    await primary.ask('select pg_reload_conf()')
    await until(async () => (await primary.ask('select sync_state from pg_stat_replication')) === 'sync')
    return { primary, standby, url: urlOf([primaryPort, standbyPort]), [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

function urlOf(ports: readonly number[]): string {
  return `postgres://postgres@${ports.map(port => `127.0.0.1:${port}`)}/postgres`
}

/** Waits for it; what fails meanwhile is tried again. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); ; await sleep(50)) {
    const last = await isSo().catch((error: unknown) => error)
    if (last === true) return
    if (performance.now() - began > patience) throw new Error('the cluster did not come up', { cause: last })
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The user `postgres`. */
export async function findOwner(): Promise<{ uid: number; gid: number }> {
  const read = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await read('-u'), gid: await read('-g') }
}

function findPostgres(): string | null {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map(version => join(packaged, version, 'bin')),
    spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? '',
  ]
  return folders.find(folder => folder !== '' && existsSync(join(folder, 'initdb'))) ?? null
}
