import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, createWallet, postgresUrl } from './test/harness.ts'
import { runProcess, startProcess } from './test/processes.ts'

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

  test('refuses to sign with a kept one that was emptied', async () => {
    const env = await createEnv()
    await writeFile(join(env.DATA_DIR, 'jwt-secret'), '\n')
    const { code, output } = await runProcess(env)
    expect(code).toBe(1)
    expect(output).toContain('jwt-secret')
  })
})

describe('a start that fails', () => {
  test('gives the reasons and no stack', async () => {
    const { code, output } = await runProcess({ ...(await createEnv()), NODE_ENV: 'production', PORT: '-1' })
    expect(code).toBe(1)
    for (const name of ['PORT', 'JWT_SECRET', 'SIWE_DOMAINS']) expect(output).toContain(name)
    expect(output).not.toContain('    at ')
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
    return spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' })
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
