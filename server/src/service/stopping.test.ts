import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { takeSharedDatabase } from '../../test/harness.ts'
import { startProcess } from '../../test/processes.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const said = { error: expect.stringMatching(/\.$/), code: expect.any(String) }

async function start(env: Record<string, string> = {}) {
  const service = await startProcess({ ...(await takeSharedDatabase()), ...env })
  onTestFinished(async () => void (await service.kill('SIGKILL')))
  return service
}

/** A request whose body is half there. */
function upload(baseUrl: string) {
  const body = '{"code":"seedling"}'
  const begun = request(new URL(`${baseUrl}/auth/beta`), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  begun.on('error', () => {})
  begun.write(body.slice(0, 5))
  return { answer: once(begun, 'response'), finish: () => begun.end(body.slice(5)) }
}

describe('a service that is told to stop', () => {
  test('is not ready for SHUTDOWN_DELAY, answers all the same, and asks everyone to leave', async () => {
    const { baseUrl, kill, output } = await start({ SHUTDOWN_DELAY: '2' })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const ask = async (path: string) => {
      const [response] = await once(request(new URL(path, baseUrl), { agent }).end(), 'response')
      const body = JSON.parse(await text(response))
      return { status: response.statusCode, connection: response.headers.connection, body }
    }
    expect(await ask('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' })
    const ended = kill('SIGTERM')
    await expect.poll(output).toContain('SIGTERM')
    expect(await ask('/readyz')).toEqual({ status: 503, connection: 'close', body: said })
    expect(await ask('/healthz')).toMatchObject({ status: 200, connection: 'close' })
    expect(await ask('/api/leaderboard')).toMatchObject({ status: 200, connection: 'close' })
    expect(await ended).toBe(0)
  })

  test('refuses what does not arrive in three seconds, in its own words, and then ends', async () => {
    const { baseUrl, kill } = await start()
    const { answer } = upload(baseUrl)
    const { port } = new URL(baseUrl)
    const silent = connect(Number(port), '127.0.0.1')
    silent.on('error', () => {})
    silent.write('GET /api/leaderboard HTTP/1.1\r\nHost: a\r\n')
    await fetch(`${baseUrl}/leaderboard`)
    const began = performance.now()
    const ended = kill('SIGTERM')
    const [response] = await answer
    expect(response.statusCode).toBe(503)
    expect(response.headers).toMatchObject({ connection: 'close', 'retry-after': '5' })
    expect(JSON.parse(await text(response))).toEqual(said)
    expect(await ended).toBe(0)
    expect(performance.now() - began).toBeLessThan(8_000)
  })

  test('twice at once still finishes what is under way', async () => {
    const { baseUrl, kill, output } = await start()
    const { answer, finish } = upload(baseUrl)
    await fetch(`${baseUrl}/leaderboard`)
    const ended = kill('SIGTERM')
    await expect.poll(output).toContain('SIGTERM')
    void kill('SIGTERM')
    void kill('SIGINT')
    finish()
    const [response] = await answer
    expect(response.statusCode).toBe(200)
    response.resume()
    expect(await ended).toBe(0)
  })

  test('by way of npm start is told as well', async () => {
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      ...(await takeSharedDatabase()),
    }
    const npm = spawn('npm', ['start'], { cwd: root, env, detached: true })
    onTestFinished(() => {
      try {
        process.kill(-(npm.pid as number), 'SIGKILL')
      } catch {}
    })
    let output = ''
    npm.stdout.on('data', chunk => {
      output += chunk
    })
    await expect.poll(() => output, { timeout: 60_000 }).toContain('Furrow is ready')
    const ended = once(npm, 'close')
    npm.kill('SIGTERM')
    await ended
    expect(output).toContain('stopping when everything under way is done')
  })
})

describe('the image', () => {
  test('runs the same server as npm start, as built, without npm', async () => {
    const { scripts } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'))
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(await readFile(`${root}/Dockerfile`, 'utf8')) ?? []
    const inImage = JSON.parse(command).join(' ').replace('/usr/local/bin/', '').replaceAll('/furrow/', '')
    const built = scripts.start.replace('exec ', '').replace('--import ./scripts/built-server.mjs ', '')
    expect(inImage).toBe(built.replaceAll('./', ''))
  })
})

test('the files that the service makes are for its owner alone', async () => {
  const { pid } = await start()
  expect(await readFile(`/proc/${pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m)
})
