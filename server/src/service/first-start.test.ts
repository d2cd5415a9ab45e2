import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs, { readlinkSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../../test/free-port.ts'
import { createTestDatabase, createWallet, postgresUrl } from '../../test/harness.ts'
import { beginProcess, runProcess, startProcess } from '../../test/processes.ts'
import { startTcpProxy } from '../../test/tcp-proxy.ts'
import { readConfig } from '../ground/config/config.ts'
import { readSecrets } from '../ground/config/secrets.ts'

async function createEnv(): Promise<Record<string, string> & { DATA_DIR: string }> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'furrow-process-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  return { ...(postgresUrl === null ? {} : await createTestDatabase()), DATA_DIR }
}

/** Starts it, and ends it with the test, whatever happens in between. */
async function start(env: Record<string, string>) {
  const service = await startProcess(env)
  onTestFinished(async () => {
    await service.kill('SIGKILL')
  })
  return service
}

describe('a first start without a secret', () => {
  test('makes one of at least 32 bytes, and says it to nobody', async () => {
    const env = await createEnv()
    const service = await start(env)
    const secret = await readFile(join(env.DATA_DIR, 'jwt-secret'), 'utf8')
    expect(Buffer.from(secret, 'base64url').length).toBeGreaterThanOrEqual(32)
    expect(await service.kill('SIGINT')).toBe(0)
    expect(service.output()).toContain('Furrow is ready')
    expect(service.output()).not.toContain(secret)
  })

  test('of two processes at once agrees on one', async () => {
    const env = await createEnv()
    const [one, other] = await Promise.all([start(env), start(env)])
    const { account } = createWallet()
    const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
    const token = await createFurrow({ baseUrl: one.baseUrl }).signIn({ account, signMessage })
    expect((await createFurrow({ baseUrl: other.baseUrl, token }).mail.list()).items).toEqual([])
  })

  test('has it on the disk, with its place in the folder, before it is used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const synced: string[] = []
    const sync = fs.fsyncSync
    vi.spyOn(fs, 'fsyncSync').mockImplementation(opened => {
      synced.push(readlinkSync(`/proc/self/fd/${opened}`))
      sync(opened)
    })
    syncBuiltinESMExports()
    readSecrets(readConfig({ DATA_DIR: folder }))
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    expect(synced).toEqual([expect.stringContaining(join(folder, 'jwt-secret')), folder])
  })

  test('makes none where the database was used with one, and says so', async () => {
    const env = await createEnv()
    const first = await start(env)
    await first.kill('SIGTERM')
    const file = join(env.DATA_DIR, 'jwt-secret')
    const secret = await readFile(file)
    await rm(file)
    const { code, output } = await runProcess(env)
    expect(code).toBe(1)
    expect(output).toMatch(/^There is no JWT_SECRET.*\n$/)
    expect((await readdir(env.DATA_DIR)).filter(name => name.startsWith('jwt-secret'))).toEqual([])
    await writeFile(file, secret)
    await start(env)
  })

  test('refuses to sign with a kept one that was emptied', async () => {
    const env = await createEnv()
    await writeFile(join(env.DATA_DIR, 'jwt-secret'), '\n')
    const { code, output } = await runProcess(env)
    expect(code).toBe(1)
    expect(output).toContain('jwt-secret')
  })
})

describe('a start while the database is down', () => {
  test('waits, says so, and begins once it is there', async () => {
    const port = await findFreePort()
    const DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/none`
    const env = { ...(await createEnv()), DATABASE_URL }
    const waiting = beginProcess({ ...env, DATABASE_WAIT: '0' })
    await expect.poll(waiting.output, { timeout: 30_000 }).toContain('the start waits for it')
    expect(await waiting.kill('SIGTERM')).toBe(0)
    if (postgresUrl !== null) {
      const own = new URL((await createTestDatabase()).DATABASE_URL as string)
      const target = own.href
      own.host = `127.0.0.1:${port}`
      const service = beginProcess({ ...env, DATABASE_URL: own.href })
      await expect.poll(service.output, { timeout: 30_000 }).toContain('the start waits for it')
      await startTcpProxy(target, port)
      expect((await fetch(`${await service.ready}/leaderboard`)).status).toBe(200)
      expect(await service.kill('SIGTERM')).toBe(0)
    }
  })

  test('ends after DATABASE_WAIT with a sentence', async () => {
    const port = await findFreePort()
    const { code, output } = await runProcess({
      ...(await createEnv()),
      DATABASE_URL: `postgres://postgres:canary@127.0.0.1:${port}/none`,
      DATABASE_WAIT: '0.5',
    })
    expect(code).toBe(1)
    expect(output).toMatch(/^The database did not answer in 0.5 seconds: .*ECONNREFUSED/m)
    expect(output).not.toContain('canary')
  })

  test('or while its file is something else, ends with a sentence', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'furrow-process-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    await writeFile(join(DATA_DIR, 'furrow.sqlite'), 'a letter, and no database'.repeat(1_000))
    const { code, output } = await runProcess({ DATA_DIR })
    expect(code).toBe(1)
    expect(output).toMatch(/^The database in .* cannot be opened: file is not a database\n$/)
    const { output: about } = await runProcess({ DATA_DIR: join(DATA_DIR, 'furrow.sqlite') })
    expect(about).toMatch(/^The database in .* cannot be opened: .*\n$/)
  })
})

describe('a start that fails', () => {
  test('gives the reasons and no stack', async () => {
    const { code, output } = await runProcess({ ...(await createEnv()), NODE_ENV: 'production', PORT: '-1' })
    expect(code).toBe(1)
    for (const name of ['PORT', 'JWT_SECRET', 'SIWE_DOMAINS']) expect(output).toContain(name)
    expect(output).not.toContain('    at ')
  })

  test('names the setting of a port that is taken, and of an address that is none of this machine', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const startAt = (HOST: string, PORT: number) =>
      createEnv().then(env => runProcess({ ...env, HOST, PORT: String(PORT) }))
    const taken = await startAt('127.0.0.1', port)
    expect(taken.code).toBe(1)
    expect(taken.output).toContain(
      `The configuration has problems:\n  PORT: another program listens on port ${port} of 127.0.0.1.`,
    )
    const elsewhere = await startAt('192.0.2.1', 0)
    expect(elsewhere.code).toBe(1)
    expect(elsewhere.output).toContain('HOST: this machine does not have the address 192.0.2.1.')
    for (const { output } of [taken, elsewhere]) expect(output).not.toContain('    at ')
  })
})

describe('scripts/require-node.mjs', () => {
  function runOn(version: string) {
    const fake = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
    const loader = `data:text/javascript,${encodeURIComponent(fake)}`
    const args = [
      '--import',
      loader,
      '--import',
      './scripts/require-node.mjs',
      '-e',
      'console.log("started")',
    ]
    return spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '../../..'), encoding: 'utf8' })
  }

  test.each(['8.0.0', '20.20.2', '23.11.1'])('says in one sentence that Node %s is too old', version => {
    const { status, stdout, stderr } = runOn(version)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(new RegExp(`^Furrow needs Node 24, and this is Node ${version}.*\n$`))
  })

  test.each(['24.0.0', '26.1.0'])('lets Node %s pass', version => {
    expect(runOn(version)).toMatchObject({ status: 0, stdout: 'started\n' })
  })
})
