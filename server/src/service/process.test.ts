import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFurrow } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSharedDatabase, createWallet, takeSharedDatabase } from '../../test/harness.ts'
import { runProcess, startProcess } from '../../test/processes.ts'

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('npm start', () => {
  test('makes a secret once, keeps it to itself, and the sessions live on after a restart', async () => {
    const env = { DATA_DIR: await createFolder(), ...(await createSharedDatabase()) }
    const first = await startProcess(env)
    const { account } = createWallet()
    const furrow = createFurrow({ baseUrl: first.baseUrl })
    const token = await furrow.signIn({
      account,
      signMessage: ({ message }) => account.signMessage({ message }),
    })
    await furrow.mail.send({ to: account.address, subject: 'Remember', body: 'the gate' })
    expect((await stat(join(env.DATA_DIR, 'jwt-secret'))).mode & 0o777).toBe(0o600)
    expect(await first.kill('SIGTERM')).toBe(0)

    const second = await startProcess(env)
    const { items } = await createFurrow({ baseUrl: second.baseUrl, token }).mail.list()
    expect(items).toMatchObject([{ subject: 'Remember', body: 'the gate' }])
    await second.kill('SIGTERM')
  })

  test('names all that is wrong with its settings, and ends with a failure', async () => {
    const { code, output } = await runProcess({ PORT: 'eighty', PLATFORM_WALLET: 'me', LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    for (const name of ['PORT', 'PLATFORM_WALLET', 'LOG_LEVEL']) expect(output).toContain(name)
  })

  test('refuses a secret that cannot read the stored mail, and says what to do', async () => {
    const env = await takeSharedDatabase()
    const first = await startProcess({ ...env, JWT_SECRET: 'the first secret, which is long enough' })
    await first.kill('SIGTERM')
    const changed = { ...env, JWT_SECRET: 'the second secret, which is long enough' }
    const { code, output } = await runProcess(changed)
    expect(code).toBe(1)
    expect(output).toContain('JWT_SECRET_PREVIOUS')
    const third = await startProcess({
      ...changed,
      JWT_SECRET_PREVIOUS: 'the first secret, which is long enough',
    })
    expect(await third.kill('SIGTERM')).toBe(0)
  })

  test('SIGTERM lets a request that is under way finish, and then ends without a failure', async () => {
    const service = await startProcess(await takeSharedDatabase())
    const url = new URL(`${service.baseUrl}/auth/beta`)
    const body = '{"code":"seedling"}'
    const upload = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    })
    upload.write(body.slice(0, 5))
    // The service has taken the connection once it answers another request.
    await fetch(`${service.baseUrl}/leaderboard`)
    const ended = service.kill('SIGTERM')
    await expect.poll(() => service.output(), { timeout: 5_000 }).toContain('SIGTERM')
    upload.end(body.slice(5))
    const [response] = await once(upload, 'response')
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await ended).toBe(0)
  })
})

describe('an older Node', () => {
  test('is told in one sentence what is missing', async () => {
    const script = fileURLToPath(new URL('../../../scripts/require-node.mjs', import.meta.url))
    const old = `Object.defineProperty(process.versions, 'node', { value: '20.11.0' }); await import(${JSON.stringify(script)})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', old])
    let output = ''
    child.stderr.on('data', chunk => {
      output += chunk
    })
    const [code] = await once(child, 'close')
    expect({ code, sentences: output.trim().split('\n').length }).toEqual({ code: 1, sentences: 1 })
    expect(output).toContain('npm ci')
  })
})
