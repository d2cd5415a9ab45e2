import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askPostgres } from './ask-postgres.ts'
import { findFreePort } from './free-port.ts'

/** The path of the binary; null where it is not installed. */
export const pgbouncerPath: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map(folder => join(folder, 'pgbouncer'))
    .find(existsSync) ?? null

const published = join(import.meta.dirname, '../../ops/pgbouncer/pgbouncer.ini')

/** The server as PgBouncer's file names it. */
export function hostOf(postgres: string): string {
  const { hostname, port } = new URL(postgres)
  return `host=${hostname} port=${port || 5432}`
}

export type Pgbouncer = {
  readonly port: number
  readonly pid: number
  /** Resolves once this URL is answered through it. @throws where it ended */
  untilReady(url: string): Promise<void>
  stop(): Promise<void>
}

/** PgBouncer with the file of `ops/`, these lines in place of those of their keys. */
export async function runPgbouncer(lines: Readonly<Record<string, string>>): Promise<Pgbouncer> {
  if (pgbouncerPath === null) throw new Error('PgBouncer is not installed: apt-get install pgbouncer')
  const folder = await mkdtemp(join(tmpdir(), 'furrow-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  const file = join(folder, 'pgbouncer.ini')
  let text = await readFile(published, 'utf8')
  for (const [key, line] of Object.entries({ ...lines, listen_port: `listen_port = ${port}` }))
    text = text.replace(new RegExp(`^${key} = .*$`, 'm'), () => line)
  await writeFile(file, text)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(pgbouncerPath, [...user, file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  return {
    port,
    pid: child.pid as number,
    async untilReady(url) {
      for (;;) {
        const error = await askPostgres(url, 'select 1').catch(error => error)
        if (error === undefined) return
        if (child.exitCode !== null) throw new Error('PgBouncer ended')
        await sleep(50)
      }
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
