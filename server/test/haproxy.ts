import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { findFreePort } from './free-port.ts'

/** The path of the binary; null where it is not installed. */
export const haproxyPath: string | null =
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map(folder => join(folder, 'haproxy'))
    .find(existsSync) ?? null

export type Balancer = {
  readonly origin: string
  /** The number of services that get requests. */
  countUp(): Promise<number>
}

/** The balancer of `ops/ha/README.md`, in front of services at these ports, with their checks at others. */
export async function startHaproxy(
  services: readonly { readonly port: number; readonly checked: number }[],
): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-haproxy-'))
  const [port, statistics] = [await findFreePort(), await findFreePort()]
  const file = join(folder, 'haproxy.cfg')
  const servers = services.map(
    ({ port, checked }, index) => `  server s${index} 127.0.0.1:${port} port ${checked}`,
  )
  await writeFile(
    file,
    `
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 30s
  timeout server 30s
frontend all
  bind 127.0.0.1:${port}
  default_backend furrow
backend furrow
  balance roundrobin
  option redispatch
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
${servers.join('\n')}
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
`,
  )
  const child = spawn(haproxyPath as string, ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  const countUp = async () => {
    const table = await (await fetch(`http://127.0.0.1:${statistics}/;csv`)).text()
    return table.split('\n').filter(line => /^furrow,s\d/.test(line) && line.includes(',UP,')).length
  }
  await expect.poll(() => countUp().catch(() => 0), { timeout: 20_000 }).toBe(services.length)
  return { origin: `http://127.0.0.1:${port}`, countUp }
}
