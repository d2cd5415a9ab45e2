import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort, findOwner, postgresBin } from './cluster.ts'
import type { Failing } from './failing.ts'

const here = import.meta.dirname
const execute = promisify(execFile)
const psql = join(postgresBin ?? '', 'psql')
/** Patroni takes 20 seconds to believe that a leader is gone. */
const patience = 60_000
/** `loop_wait` of `patroni.yaml`. */
const loop = 3_000

type Node = { readonly name: string; readonly port: number; readonly api: number; child: ChildProcess }

/**
 * A cluster as `patroni.yaml` has it: two servers, of which etcd knows who leads, on this machine; through haproxy where
 * that is asked for. Each failing over ends the leader's whole group at once, and starts it anew when the other one leads.
 */
export async function startPatroni(behindProxy: boolean): Promise<Failing> {
  const owner = process.getuid?.() === 0 ? await findOwner() : null
  const folder = mkdtempSync(join(tmpdir(), 'furrow-patroni-'))
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const running = new Set<ChildProcess>()

  function run(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(command, args, {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
      detached: true,
      env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder, ...env },
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (!running.has(child)) return
    const ended = once(child, 'exit')
    process.kill(-(child.pid as number), 'SIGKILL')
    await ended
  }

  /** Its server would go on without Patroni: what a watchdog ends on a real machine. */
  async function cutPower({ name, child }: Node): Promise<void> {
    const [pid] = (await readFile(join(folder, name, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await kill(child)
  }

  const [clients, peers] = [await findFreePort(), await findFreePort()]
  const [here1, here2] = [`http://127.0.0.1:${clients}`, `http://127.0.0.1:${peers}`]
  run('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'e'],
    ...['--listen-client-urls', here1, '--advertise-client-urls', here1],
    ...[
      '--listen-peer-urls',
      here2,
      '--initial-advertise-peer-urls',
      here2,
      '--initial-cluster',
      `e=${here2}`,
    ],
  ])

  function startNode({ name, port, api }: Omit<Node, 'child'>): ChildProcess {
    return run('patroni', [join(here, 'patroni.yaml')], {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
      PATRONI_POSTGRESQL_BIN_DIR: postgresBin as string,
      PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass-${name}`),
      PATRONI_ETCD3_HOSTS: `127.0.0.1:${clients}`,
      PATRONI_SUPERUSER_PASSWORD: 'here',
      PATRONI_REPLICATION_PASSWORD: 'here',
      PATRONI_REWIND_PASSWORD: 'here',
    })
  }

  const nodes: Node[] = []
  async function addNode(name: string): Promise<Node> {
    const place = { name, port: await findFreePort(), api: await findFreePort() }
    const node = { ...place, child: startNode(place) }
    nodes.push(node)
    return node
  }

  const answers = async (node: Node, path: string) =>
    (await fetch(`http://127.0.0.1:${node.api}${path}`).catch(() => null))?.status === 200
  /** Whether each commit waits for the other one: only then nothing can be lost. */
  const isSafe = async () => {
    const told = await Promise.all(
      nodes.map(async node => [await answers(node, '/primary'), await answers(node, '/sync')]),
    )
    return told.some(([leads]) => leads) && told.some(([, isSync]) => isSync)
  }
  const urlOf = (ports: readonly number[]) =>
    `postgres://postgres:here@${ports.map(port => `127.0.0.1:${port}`)}/postgres`

  async function ask(statement: string): Promise<readonly string[]> {
    const leader = nodes[(await answers(nodes[0] as Node, '/primary')) ? 0 : 1] as Node
    const { stdout } = await execute(psql, ['-XAtqd', urlOf([leader.port]), '-c', statement])
    return stdout.trim().split('\n')
  }
  const isReplicated = async () => (await ask('select sync_state from pg_stat_replication')).includes('sync')

  async function dispose(): Promise<void> {
    for (const node of nodes) await cutPower(node).catch(() => {})
    for (const child of running) await kill(child)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    const a = await addNode('a')
    await until(() => answers(a, '/primary'))
    const b = await addNode('b')
    await until(isSafe)
    let url = urlOf([a.port, b.port])
    if (behindProxy) {
      const port = await findFreePort()
      run('haproxy', ['-db', '-f', join(here, 'haproxy-postgres.cfg')], {
        LISTEN: `127.0.0.1:${port}`,
        SERVER_A: `127.0.0.1:${a.port}`,
        SERVER_B: `127.0.0.1:${b.port}`,
        PATRONI_A: String(a.api),
        PATRONI_B: String(b.api),
      })
      url = urlOf([port])
    }
    return {
      url,
      async failOver() {
        const [first, second] = (await answers(a, '/primary')) ? [a, b] : [b, a]
        await cutPower(first)
        await until(() => answers(second, '/primary'))
        // It comes back as a standby, rewound to where the new leader began.
        first.child = startNode(first)
        await until(isReplicated)
        // Until both know it from etcd, too.
        await sleep(2 * loop)
        await until(isSafe)
      },
      ask,
      [Symbol.asyncDispose]: dispose,
    }
  } catch (error) {
    await dispose()
    throw error
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const began = performance.now(); !(await isSo()); await sleep(100))
    if (performance.now() - began > patience) throw new Error('the cluster did not come up')
}
