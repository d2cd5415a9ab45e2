import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { askPostgres } from './ask-postgres.ts'
import { findFreePort } from './free-port.ts'

/** The path of the binary; null where it is not installed. */
export const pgbouncerPath: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map(folder => join(folder, 'pgbouncer'))
    .find(existsSync) ?? null

const published = join(import.meta.dirname, '../../ops/pgbouncer/pgbouncer.ini')

/**
 * A PgBouncer as `ops/` has it, but for its addresses and its users, in front of a database of its own on that server, which is gone when the test ends. Gives
 * the URL through it.
 */
export async function startPgbouncer(postgres: string, mode: 'session' | 'transaction'): Promise<string> {
  const name = `pooled_${crypto.randomUUID().replaceAll('-', '')}`
  await askPostgres(postgres, `create database ${name}`)
  onTestFinished(() => askPostgres(postgres, `drop database ${name} with (force)`))
  const folder = await mkdtemp(join(tmpdir(), 'furrow-pgbouncer-'))
  await chmod(folder, 0o755)
  const port = await findFreePort()
  const { hostname, port: target, username, password } = new URL(postgres)
  const file = join(folder, 'pgbouncer.ini')
  const login = `user=${username}${password && ` password=${decodeURIComponent(password)}`}`
  const lines = {
    furrow: `${name} = host=${hostname} port=${target || 5432} ${login}`,
    listen_port: `listen_port = ${port}`,
    auth_type: 'auth_type = any',
    auth_file: '',
    pool_mode: `pool_mode = ${mode}`,
  }
  let text = await readFile(published, 'utf8')
  for (const [key, line] of Object.entries(lines))
    text = text.replace(new RegExp(`^${key} = .*$`, 'm'), () => line)
  await writeFile(file, text)
  // It does not run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(pgbouncerPath as string, [...user, file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgres://${username}@127.0.0.1:${port}/${name}`
  for (;;) {
    const error = await askPostgres(url, 'select 1').catch(error => error)
    if (error === undefined) return url
    if (child.exitCode !== null) throw new Error('PgBouncer ended')
    await sleep(50)
  }
}
